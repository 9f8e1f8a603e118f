#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| twochannel_fuzz::targets::schema(data));
