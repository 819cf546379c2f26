// SPDX-License-Identifier: MIT
/**
 *     channel(int) c = {128};     future(double) f = {};
 *
 * `c << x` and `x << c` are plain C to the grammar: types decide.
 */
const { word } = require('./words');

const type = name => $ => prec.dynamic(10, seq(
  word(name), '(', field('type', $.type_descriptor), ')',
));

module.exports = {
  rules: {
    channel_type: type('channel'),
    future_type: type('future'),
  },
};
