//! The C ABI: two exports and a control block in linear memory. `docs/abi.md` describes it.

use std::cell::UnsafeCell;

use super::session::{Operation, Session, Status};

/// The version of this ABI.
const VERSION: u32 = 1;

/// The host and the module talk through this block of 32-bit little-endian words.
#[repr(C)]
struct Control {
    version: u32,
    operation: u32,
    handle: u32,
    a_length: u32,
    b_length: u32,
    status: u32,
    output: u32,
    output_length: u32,
    input: u32,
    input_capacity: u32,
}

/// The control block and what stands behind it.
struct Instance {
    control: Control,
    session: Session,
    input: Vec<u8>,
    output: Vec<u8>,
}

/// Lends the one instance to the exports.
struct OnlyThread(UnsafeCell<Instance>);

// SAFETY: the module is built without threads, and its exports are not called from within each
// other, since there are no imports through which the host could.
unsafe impl Sync for OnlyThread {}

static INSTANCE: OnlyThread = OnlyThread(UnsafeCell::new(Instance {
    control: Control {
        version: VERSION,
        operation: 0,
        handle: 0,
        a_length: 0,
        b_length: 0,
        status: 0,
        output: 0,
        output_length: 0,
        input: 0,
        input_capacity: 0,
    },
    session: Session::new(),
    input: Vec::new(),
    output: Vec::new(),
}));

/// The address of the control block; it never moves.
#[unsafe(no_mangle)]
extern "C" fn twochannel_control() -> *mut u8 {
    // SAFETY: the pointer is valid, and no reference is made.
    unsafe { (&raw mut (*INSTANCE.0.get()).control).cast() }
}

/// Carries out what the control block asks for.
#[unsafe(no_mangle)]
extern "C" fn twochannel_run() {
    // SAFETY: see `OnlyThread`: no other reference to the instance is alive.
    let instance = unsafe { &mut *INSTANCE.0.get() };
    let (status, output) = instance.run();
    instance.output = output;
    let control = &mut instance.control;
    control.status = status as u32;
    control.output = address(&instance.output);
    control.output_length = instance.output.len() as u32;
}

impl Instance {
    fn run(&mut self) -> (Status, Vec<u8>) {
        let misuse = |message: &str| (Status::Misuse, message.as_bytes().to_vec());
        let control = &mut self.control;
        let Some(operation) = Operation::from_number(control.operation) else {
            return misuse("there is no such operation");
        };
        let a_length = control.a_length as usize;
        if operation == Operation::Reserve {
            // Zeroed, so that every byte of the buffer may be read.
            self.input = vec![0; a_length];
            control.input = address(&self.input);
            control.input_capacity = a_length as u32;
            return (Status::Done, Vec::new());
        }
        let parts = self.input.split_at_checked(a_length).and_then(|(a, rest)| {
            let b = rest.get(..control.b_length as usize)?;
            Some((a, b))
        });
        let Some((a, b)) = parts else { return misuse("the input is longer than its buffer") };
        self.session.run(operation, &mut control.handle, a, b)
    }
}

fn address(bytes: &[u8]) -> u32 {
    bytes.as_ptr() as usize as u32
}
