/**
 * The words of the tape, as `value/src/tape/mod.rs` describes them: the upper half of each tagged word.
 * The lower half is the payload; the bits of `small` are or-ed in. Signed, so that they are small
 * integers to every engine.
 */

const tag = (number) => 0xfff80000 | (number << 16);

/** A number as its digits, in the text. */
export const NUMBER = tag(0);
export const NULL = tag(1);
export const FALSE = tag(2);
export const TRUE = tag(3);
export const STRING = tag(4);
export const ARRAY = tag(5);
export const OBJECT = tag(6);
export const KEY = tag(7);

/** `small` of a string or number whose length stands in the next word. */
export const LONG = 0xffff;
/** The offset of a string that stays here: the core knows that it is one, and no more. */
export const ABSENT = 0xffffffff;
/** `small` of a key that is spelled out in the text. */
export const INLINE = 1;
/** `small` of an array that stays in one block of text. */
export const SINGLE = 1;

/** The upper half of the one NaN that is no tag. */
export const NAN = 0x7ff80000;

/**
 * Strings from this length on are `LONG`: their length in UTF-8, at most three times that in
 * UTF-16, must fit in `small`.
 */
export const LONG_FROM = 21845;
