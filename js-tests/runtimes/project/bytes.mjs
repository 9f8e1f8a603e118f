// A page with the module in its script, as a `file:` page needs it.

import module from "twochannel/twochannel_bg.wasm";

import { report } from "./report.mjs";
import { show } from "./show.mjs";

show(report(module));
