import { report } from "./report.mjs";
import { show } from "./show.mjs";

show(report());
