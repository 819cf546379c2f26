// SPDX-License-Identifier: MIT
/**
 * The dialect's words. They are contextual: each one is also an `identifier`, wherever
 * an identifier may stand; which of the two it is follows from what stands around it, and
 * where both readings are C, from the dynamic precedence of the construct's rule.
 *
 * Rejected: reserving the words (C programs use all of them as names), and a scanner that
 * looks ahead (it would repeat half of the grammar by hand).
 */

/** Every word that has a token of its own in some rule. */
const WORDS = [
  'thread', 'monitor', 'actor', 'message',
  'mutex', 'held', 'guarded', 'impl', 'new', 'delete',
  'spawn', 'task', 'blocking', 'scope', 'shield',
  'channel', 'future',
  'waituntil', 'or', 'and', 'when', 'timeout', 'fair',
  'separate', 'require',
  'receive', 'scalable', 'destroy', 'export', 'import', 'serialize', 'deserialize',
];

/** The word, or the spelling that is always the dialect's. */
function word(name) {
  return choice(name, '_Conc_' + name);
}

module.exports = {
  WORDS,
  word,
  rules: {
    identifier: $ => choice($._word, ...WORDS),

    _word: _ =>
      /(\p{XID_Start}|\$|_|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})(\p{XID_Continue}|\$|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*/,
  },
};
