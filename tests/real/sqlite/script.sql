-- SPDX-License-Identifier: MIT
-- Statements of all kinds; what they answer stands in script.out.
SELECT sqlite_version();
SELECT 'compiled with', count(*) > 10 FROM pragma_compile_options;

-- ---- values, types, affinity ----
SELECT 1, -1, 1.5, 'text', x'414243', NULL, TRUE, FALSE;
SELECT typeof(1), typeof(1.0), typeof('1'), typeof(x'01'), typeof(NULL);
SELECT 9223372036854775807 + 1, -9223372036854775808, 9223372036854775807 * 2, 5 / 2, -5 / 2, 5 % 3, -5 % 3, 5.0 / 2;
SELECT 1 / 0, 1 % 0, NULL + 1, NULL || 'x', NULL IS NULL, NULL = NULL;
SELECT 7 & 3, 7 | 8, ~7, 1 << 40, -1 >> 60, 1 << 64, 1 << -1;
SELECT '10' + 5, 'ten' + 5, '1e3' * 1, '0x10' + 0, 0x7fffffffffffffff, '5' < 10, 5 < 'a';
SELECT CAST('12abc' AS INTEGER), CAST('1.9' AS INTEGER), CAST(1.9 AS INTEGER), CAST(-1.9 AS INTEGER), CAST('abc' AS REAL), CAST(65 AS BLOB), CAST(1e20 AS INTEGER);
SELECT 1 BETWEEN 0 AND 2, 3 NOT BETWEEN 0 AND 2, 'b' IN ('a', 'b'), 4 NOT IN (1, 2), NULL IN (1), 1 IN ();
SELECT 'abc' LIKE 'A%', 'abc' LIKE 'a_c', 'a%c' LIKE 'a\%c' ESCAPE '\', 'abc' GLOB 'a*', 'abc' GLOB 'A*', 'abc' GLOB '[a-c]bc';
SELECT CASE WHEN 1 > 2 THEN 'a' WHEN 2 > 1 THEN 'b' ELSE 'c' END, CASE 3 WHEN 1 THEN 'x' WHEN 3 THEN 'y' END, iif(0, 1, 2), coalesce(NULL, NULL, 3), nullif(1, 1), ifnull(NULL, 7);
SELECT 'it''s', "no such column";
SELECT 1 IS NOT 2, 1 IS NULL, 1 NOTNULL, NULL ISNULL, 1 IS DISTINCT FROM 2, NULL IS NOT DISTINCT FROM NULL;
SELECT (1, 2) < (1, 3), (1, 2, 3) = (1, 2, 3), (2, 1) > (1, 9);

-- ---- functions ----
SELECT abs(-5), abs(-5.5), sign(-3), max(1, 5, 3), min(4, 2, 9), round(2.5), round(-2.567, 2), round(1e15 + 0.4);
SELECT length('häuser'), length(x'0000ff'), octet_length('häuser'), upper('abcÄ'), lower('ABC'), substr('hello', 2, 3), substr('hello', -3), substr('hello', 2, -1), substr(x'010203', 2);
SELECT trim('  a b '), ltrim('xxabc', 'x'), rtrim('abcxx', 'x'), replace('aXbXc', 'X', '--'), instr('hello', 'l'), reverse('stressed');
SELECT hex('abc'), unhex('616263'), quote('it''s'), quote(x'00ff'), quote(NULL), quote(1.5), char(72, 105, 228), unicode('ä'), zeroblob(3) = x'000000';
SELECT printf('%5d|%-5d|%05d|%x|%o|%e|%g|%.3f|%s|%q|%Q|%w|%c|%%', 42, 42, 42, 255, 8, 12345.678, 0.0001, 3.14159, 'str', 'it''s', 'it''s', 'a"b', 'xyz');
SELECT format('%,d %+d % d %!.15g', 1234567, 5, 5, 0.1), concat('a', NULL, 1), concat_ws('-', 'a', 'b', NULL, 'c'), string_agg(value, '+') FROM json_each('["x","y","z"]');
SELECT round(sin(1), 10), round(cos(1), 10), round(exp(1), 10), round(ln(10), 10), log(1000), log2(8), pow(2, 10), sqrt(2) * sqrt(2) > 1.99, floor(-1.5), ceil(-1.5), trunc(-1.5), mod(7, 3), degrees(pi()), atan2(1, 1) * 4 = pi();
SELECT date('2024-02-28', '+1 day'), date('2023-02-28', '+1 day'), datetime('2024-12-31 23:59:59', '+1 second'), time('12:00', '-30 minutes');
SELECT julianday('2000-01-01'), strftime('%Y/%m/%d %H:%M:%S %j %w %W %s %J %%', '2024-03-10 11:12:13'), unixepoch('1970-01-02'), date(86400, 'unixepoch'), date('2024-01-31', '+1 month'), date('2024-05-15', 'start of month', 'weekday 1');
SELECT timediff('2024-03-01', '2023-12-25'), date('now') > '2020-01-01', datetime('2024-01-01T00:00:00Z', '+01:30'), strftime('%d', 'nonsense');
SELECT likelihood(1, 0.5), likely(2), unlikely(3), sum_of_squares(value) FROM generate_series_missing;
SELECT sum_of_squares(column1) FROM (VALUES (1), (2), (3));
SELECT soundex_missing('x');
SELECT group_concat(column1, ', '), count(*), total(column1), avg(column1), sum(column1), min(column1), max(column1) FROM (VALUES (3), (1), (2));
SELECT group_concat(DISTINCT column1) FROM (VALUES (1), (1), (2));
SELECT group_concat(column1, '' ORDER BY column1 DESC) FROM (VALUES ('a'), ('c'), ('b'));
SELECT count(*) FILTER (WHERE column1 > 1), sum(column1) FILTER (WHERE column1 < 3) FROM (VALUES (1), (2), (3));

-- ---- tables ----
CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, born INTEGER CHECK (born > 1000));
CREATE TABLE book(id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT COLLATE NOCASE, author INTEGER REFERENCES author(id) ON DELETE CASCADE ON UPDATE CASCADE, year INT, price REAL DEFAULT 9.99, UNIQUE(title, author));
PRAGMA foreign_keys = ON;
PRAGMA foreign_keys;
INSERT INTO author VALUES (1, 'Kernighan', 1942), (2, 'Ritchie', 1941), (3, 'Knuth', 1938), (4, 'Dijkstra', 1930);
INSERT INTO author(name, born) VALUES ('Hoare', 1934), ('Brinch Hansen', 1938) RETURNING id, name;
INSERT INTO book(title, author, year, price) VALUES ('The C Programming Language', 1, 1978, 40), ('The Practice of Programming', 1, 1999, 35.5), ('TAOCP 1', 3, 1968, 70), ('TAOCP 2', 3, 1969, 75), ('TAOCP 3', 3, 1973, 80), ('A Discipline of Programming', 4, 1976, 60), ('CSP', 5, 1985, DEFAULT);
INSERT INTO book(title, author, year, price) VALUES ('The C Programming Language', 1, 1978, 40), ('The Practice of Programming', 1, 1999, 35.5), ('TAOCP 1', 3, 1968, 70), ('TAOCP 2', 3, 1969, 75), ('TAOCP 3', 3, 1973, 80), ('A Discipline of Programming', 4, 1976, 60);
INSERT INTO book(title, author, year) VALUES ('CSP', 5, 1985);
SELECT * FROM author ORDER BY born, name;
SELECT * FROM book ORDER BY id;
INSERT INTO author VALUES (1, 'Nobody', 1900);
INSERT INTO author(name) VALUES ('Knuth');
INSERT INTO author(name, born) VALUES ('Old', 5);
INSERT INTO author(name) VALUES (NULL);
INSERT INTO book(title, author) VALUES ('Lost', 99);
INSERT INTO nowhere VALUES (1);
SELECT no_column FROM author;
SELEC 1;
INSERT INTO author(id, name) VALUES (1, 'K') ON CONFLICT(id) DO UPDATE SET name = excluded.name || ' & ' || author.name RETURNING *;
INSERT OR IGNORE INTO author VALUES (1, 'Nobody', 1900);
SELECT changes();
REPLACE INTO author VALUES (6, 'Per Brinch Hansen', 1938);
SELECT last_insert_rowid(), total_changes() > 10;
UPDATE book SET price = price * 1.1 WHERE year < 1975 RETURNING title, round(price, 2);
UPDATE book SET price = (SELECT avg(price) FROM book) WHERE title = 'CSP';
SELECT title, round(price, 3) FROM book WHERE title = 'csp';
UPDATE author SET id = 40 WHERE id = 4;
SELECT author, title FROM book WHERE author = 40;
UPDATE book SET year = a.born FROM author AS a WHERE a.id = book.author AND book.title LIKE 'A %';
SELECT title, year FROM book WHERE author = 40;
DELETE FROM author WHERE id = 40;
SELECT count(*) FROM book;
SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1;
SELECT name, seq FROM sqlite_sequence;
PRAGMA table_info(book);
PRAGMA index_list(book);
PRAGMA foreign_key_list(book);

-- ---- joins ----
SELECT a.name, b.title FROM author a JOIN book b ON b.author = a.id ORDER BY a.name, b.title;
SELECT a.name, count(b.id) FROM author a LEFT JOIN book b ON b.author = a.id GROUP BY a.id ORDER BY 2 DESC, 1;
SELECT a.name FROM author a LEFT JOIN book b ON b.author = a.id WHERE b.id IS NULL ORDER BY 1;
SELECT count(*) FROM author, book;
SELECT count(*) FROM author CROSS JOIN book;
SELECT x.name, y.name FROM author x JOIN author y ON x.born = y.born AND x.id < y.id;
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS l FULL OUTER JOIN (VALUES (2, 'B'), (3, 'C')) AS r ON l.column1 = r.column1 ORDER BY 1, 3;
SELECT * FROM (VALUES (1), (2)) AS l RIGHT JOIN (VALUES (2), (3)) AS r ON l.column1 = r.column1 ORDER BY 2;
SELECT * FROM (SELECT 1 AS k, 'x' AS v) NATURAL JOIN (SELECT 1 AS k, 'y' AS w);
SELECT * FROM (SELECT 1 AS k, 'x' AS v) JOIN (SELECT 1 AS k, 'y' AS w) USING (k);
SELECT a.name, (SELECT max(year) FROM book WHERE author = a.id) AS latest FROM author a ORDER BY latest IS NULL, latest;
SELECT name FROM author WHERE EXISTS (SELECT 1 FROM book WHERE book.author = author.id AND year > 1980) ORDER BY 1;
SELECT name FROM author WHERE id IN (SELECT author FROM book GROUP BY author HAVING count(*) >= 2) ORDER BY 1;
SELECT title FROM book WHERE (author, year) IN (SELECT author, min(year) FROM book GROUP BY author) ORDER BY title;

-- ---- groups, orders, compounds ----
SELECT year / 10 * 10 AS decade, count(*), round(avg(price), 2) FROM book GROUP BY decade HAVING count(*) > 0 ORDER BY decade;
SELECT DISTINCT author FROM book ORDER BY author DESC;
SELECT title FROM book ORDER BY price DESC LIMIT 2 OFFSET 1;
SELECT title FROM book ORDER BY length(title), title COLLATE BINARY LIMIT 3;
SELECT column1 FROM (VALUES ('bb'), ('a'), ('ccc'), (NULL)) ORDER BY column1 COLLATE length DESC NULLS FIRST;
SELECT 1 UNION SELECT 2 UNION SELECT 1 ORDER BY 1;
SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 1;
SELECT column1 FROM (VALUES (1), (2), (3)) INTERSECT SELECT column1 FROM (VALUES (2), (3), (4)) ORDER BY 1;
SELECT column1 FROM (VALUES (1), (2), (3)) EXCEPT SELECT 2 ORDER BY 1;
VALUES (1, 'one'), (2, 'two');
SELECT 1 UNION SELECT 1, 2;

-- ---- common table expressions ----
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT group_concat(i), sum(i) FROM n;
WITH RECURSIVE fib(a, b) AS (VALUES (0, 1) UNION ALL SELECT b, a + b FROM fib LIMIT 20) SELECT group_concat(a) FROM fib;
WITH RECURSIVE tree(id, parent) AS (VALUES (1, NULL), (2, 1), (3, 1), (4, 2), (5, 4)), below(id, depth) AS (SELECT id, 0 FROM tree WHERE parent IS NULL UNION ALL SELECT tree.id, depth + 1 FROM tree JOIN below ON tree.parent = below.id ORDER BY 2 DESC) SELECT substr('..........', 1, depth * 2) || id FROM below;
WITH a AS MATERIALIZED (SELECT 1 AS x), b AS NOT MATERIALIZED (SELECT x + 1 AS y FROM a) SELECT x, y FROM a, b;
WITH RECURSIVE xaxis(x) AS (VALUES (-2.0) UNION ALL SELECT x + 0.1 FROM xaxis WHERE x < 1.0), yaxis(y) AS (VALUES (-1.0) UNION ALL SELECT y + 0.2 FROM yaxis WHERE y < 1.0),
 m(iter, cx, cy, x, y) AS (SELECT 0, x, y, 0.0, 0.0 FROM xaxis, yaxis UNION ALL SELECT iter + 1, cx, cy, x * x - y * y + cx, 2.0 * x * y + cy FROM m WHERE (x * x + y * y) < 4.0 AND iter < 20),
 m2(iter, cx, cy) AS (SELECT max(iter), cx, cy FROM m GROUP BY cx, cy), a(t) AS (SELECT group_concat(substr(' .+*#', 1 + min(iter / 5, 4), 1), '') FROM m2 GROUP BY cy) SELECT rtrim(t) FROM a;
WITH RECURSIVE input(sud) AS (VALUES ('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')),
 digits(z, lp) AS (VALUES ('1', 1) UNION ALL SELECT CAST(lp + 1 AS TEXT), lp + 1 FROM digits WHERE lp < 9),
 x(s, ind) AS (SELECT sud, instr(sud, '.') FROM input UNION ALL SELECT substr(s, 1, ind - 1) || z || substr(s, ind + 1), instr(substr(s, 1, ind - 1) || z || substr(s, ind + 1), '.') FROM x, digits AS z
 WHERE ind > 0 AND NOT EXISTS (SELECT 1 FROM digits AS lp WHERE z.z = substr(s, ((ind - 1) / 9) * 9 + lp, 1) OR z.z = substr(s, ((ind - 1) % 9) + (lp - 1) * 9 + 1, 1) OR z.z = substr(s, (((ind - 1) / 3) % 3) * 3 + ((ind - 1) / 27) * 27 + lp + ((lp - 1) / 3) * 6, 1)))
 SELECT s FROM x WHERE ind = 0;

-- ---- windows ----
CREATE TABLE sale(region TEXT, month INT, amount INT);
INSERT INTO sale VALUES ('N', 1, 10), ('N', 2, 30), ('N', 3, 20), ('S', 1, 5), ('S', 2, 5), ('S', 3, 50), ('W', 2, 7);
SELECT region, month, amount, row_number() OVER w, rank() OVER w, dense_rank() OVER w, percent_rank() OVER w, round(cume_dist() OVER w, 3), ntile(2) OVER w FROM sale WINDOW w AS (ORDER BY amount) ORDER BY amount, region;
SELECT region, month, sum(amount) OVER (PARTITION BY region ORDER BY month) FROM sale ORDER BY 1, 2;
SELECT region, month, lag(amount, 1, 0) OVER w, lead(amount) OVER w, first_value(amount) OVER w, last_value(amount) OVER w, nth_value(amount, 2) OVER w FROM sale WINDOW w AS (PARTITION BY region ORDER BY month) ORDER BY 1, 2;
SELECT month, amount, avg(amount) OVER (ORDER BY month, region ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM sale ORDER BY month, region;
SELECT month, region, sum(amount) OVER (ORDER BY month RANGE BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) FROM sale ORDER BY month, region;
SELECT month, region, count(*) OVER (ORDER BY month GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING EXCLUDE TIES) FROM sale ORDER BY month, region;
SELECT region, group_concat(month, '/') FILTER (WHERE amount > 5) OVER (PARTITION BY region ORDER BY month DESC) FROM sale ORDER BY 1, 2;
SELECT month, sum_of_squares(amount) OVER (ORDER BY rowid ROWS 1 PRECEDING) FROM sale;
SELECT max(amount) OVER () - amount FROM sale ORDER BY 1 LIMIT 3;
SELECT sum(sum(amount)) OVER (ORDER BY region) FROM sale GROUP BY region;
SELECT row_number() FROM sale;

-- ---- views, triggers ----
CREATE VIEW total AS SELECT region, sum(amount) AS amount FROM sale GROUP BY region;
SELECT * FROM total ORDER BY region;
CREATE TABLE log(id INTEGER PRIMARY KEY, what TEXT);
CREATE TRIGGER sale_in AFTER INSERT ON sale BEGIN INSERT INTO log(what) VALUES ('in ' || new.region || ' ' || new.amount); END;
CREATE TRIGGER sale_out BEFORE DELETE ON sale WHEN old.amount > 5 BEGIN INSERT INTO log(what) VALUES ('out ' || old.region || ' ' || old.amount); END;
CREATE TRIGGER sale_changed AFTER UPDATE OF amount ON sale FOR EACH ROW BEGIN INSERT INTO log(what) SELECT 'changed ' || old.amount || ' to ' || new.amount; SELECT CASE WHEN new.amount < 0 THEN RAISE(ABORT, 'negative amount') END; END;
CREATE TRIGGER total_in INSTEAD OF INSERT ON total BEGIN INSERT INTO sale VALUES (new.region, 0, new.amount); END;
INSERT INTO sale VALUES ('E', 1, 11);
INSERT INTO total VALUES ('E', 22);
DELETE FROM sale WHERE region = 'S';
UPDATE sale SET amount = amount + 1 WHERE region = 'E';
UPDATE sale SET amount = -1 WHERE region = 'W';
UPDATE sale SET month = 12 WHERE region = 'W';
SELECT * FROM log ORDER BY id;
SELECT * FROM total ORDER BY region;
UPDATE total SET amount = 1;
DROP TRIGGER sale_in;
INSERT INTO sale VALUES ('E', 2, 1);
SELECT count(*) FROM log;
CREATE TEMP TRIGGER chain AFTER INSERT ON log WHEN new.id < 20 BEGIN INSERT INTO log(what) VALUES ('chain'); END;
PRAGMA recursive_triggers = ON;
INSERT INTO log(what) VALUES ('start');
SELECT max(id) FROM log;
PRAGMA recursive_triggers = OFF;
DROP TRIGGER chain;

-- ---- transactions ----
BEGIN;
DELETE FROM log;
SELECT count(*) FROM log;
ROLLBACK;
SELECT count(*) > 5 FROM log;
BEGIN IMMEDIATE;
INSERT INTO log(id, what) VALUES (100, 'kept');
SAVEPOINT one;
INSERT INTO log(id, what) VALUES (101, 'lost');
SAVEPOINT two;
INSERT INTO log(id, what) VALUES (102, 'lost too');
RELEASE two;
ROLLBACK TO one;
INSERT INTO log(id, what) VALUES (103, 'kept too');
RELEASE one;
COMMIT;
SELECT * FROM log WHERE id >= 100;
COMMIT;
BEGIN EXCLUSIVE;
BEGIN;
END;
INSERT OR ROLLBACK INTO log(id, what) VALUES (100, 'twice');
PRAGMA defer_foreign_keys = ON;
BEGIN;
INSERT INTO book(title, author) VALUES ('Later', 77);
COMMIT;
ROLLBACK;

-- ---- indexes, plans, generated columns ----
CREATE TABLE big(a INTEGER PRIMARY KEY, b INT, c TEXT, d REAL, e INT GENERATED ALWAYS AS (b * 2) VIRTUAL, f TEXT AS (c || '!') STORED);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO big(a, b, c, d) SELECT i, (i * 7919) % 1000, printf('name%04d', (i * 31) % 500), i / 7.0 FROM n;
CREATE INDEX big_b ON big(b);
CREATE INDEX big_cb ON big(c, b DESC);
CREATE UNIQUE INDEX big_part ON big(d) WHERE b > 500;
CREATE INDEX big_expr ON big(b % 10, lower(c));
ANALYZE;
SELECT tbl, idx FROM sqlite_stat1 WHERE tbl = 'big' ORDER BY idx;
SELECT count(*) FROM sqlite_stat4 WHERE tbl = 'big';
EXPLAIN QUERY PLAN SELECT * FROM big WHERE b = 7;
EXPLAIN QUERY PLAN SELECT c FROM big WHERE c = 'name0001' AND b > 5 ORDER BY b DESC;
EXPLAIN QUERY PLAN SELECT * FROM big WHERE b = 7 OR a = 3;
SELECT a, b, c, e, f FROM big WHERE b = 7 ORDER BY a;
SELECT count(*), sum(e), min(f), max(f) FROM big;
SELECT count(*) FROM big WHERE b BETWEEN 100 AND 200 AND c > 'name0250';
SELECT count(*) FROM big WHERE b % 10 = 3;
SELECT a FROM big WHERE b = 7 OR a = 3 OR c = 'name0001' ORDER BY a;
SELECT count(*) FROM big INDEXED BY big_b WHERE b > 990;
SELECT count(*) FROM big NOT INDEXED WHERE b > 990;
SELECT count(DISTINCT c), count(DISTINCT b) FROM big;
SELECT b, count(*) AS n FROM big GROUP BY b ORDER BY n DESC, b LIMIT 3;
SELECT sum(x.a) FROM big x JOIN big y ON x.a = y.b WHERE y.a < 50;
SELECT x.c FROM big x, big y WHERE x.b = y.a AND y.c = 'name0031' ORDER BY x.c LIMIT 5;
UPDATE big SET b = b + 1000 WHERE a % 3 = 0;
SELECT count(*) FROM big WHERE b >= 1000;
DELETE FROM big WHERE a % 5 = 0;
SELECT count(*), sum(a), sum(b) FROM big;
REINDEX;
PRAGMA integrity_check;
PRAGMA quick_check;
UPDATE big SET e = 1;
INSERT INTO big(a, b, d) VALUES (5000, 600, (SELECT max(d) FROM big WHERE b > 500));
ALTER TABLE big RENAME COLUMN d TO ratio;
ALTER TABLE big ADD COLUMN g TEXT DEFAULT 'new';
ALTER TABLE big RENAME TO large;
ALTER TABLE large DROP COLUMN g;
SELECT sql FROM sqlite_schema WHERE name IN ('large', 'big_part') ORDER BY name;
CREATE TABLE pair(k TEXT, n INT, v, PRIMARY KEY (k, n)) WITHOUT ROWID;
INSERT INTO pair VALUES ('b', 1, 'x'), ('a', 2, 'y'), ('a', 1, 'z');
SELECT * FROM pair;
INSERT INTO pair VALUES ('a', 1, 'again') ON CONFLICT DO UPDATE SET v = v || excluded.v;
SELECT v FROM pair WHERE k = 'a' AND n = 1;
CREATE TABLE strict(i INTEGER, t TEXT, r REAL, b BLOB, a ANY) STRICT;
INSERT INTO strict VALUES (1, 'x', 1.5, x'00', 'any');
INSERT INTO strict VALUES ('x', 'x', 1.5, x'00', 'any');
SELECT typeof(i), typeof(t), typeof(r), typeof(b), typeof(a) FROM strict;
VACUUM;
PRAGMA freelist_count;

-- ---- JSON ----
SELECT json('{"a" : [1, 2.5, "x", null, true]}'), json_valid('{a:1}'), json_valid('{a:1}', 2), json_array(1, 'two', NULL), json_object('k', 1, 'l', json('[1]'));
SELECT json_extract('{"a":{"b":[10,20,30]}}', '$.a.b[1]'), '{"a":{"b":[10,20,30]}}' -> 'a', '{"a":"text"}' ->> 'a', json_extract('[1,2,3]', '$[#-1]'), json_array_length('[1,2,3]'), json_type('{"a":1.5}', '$.a');
SELECT json_set('{"a":1}', '$.b', 2), json_insert('{"a":1}', '$.a', 9), json_replace('{"a":1}', '$.a', 9), json_remove('{"a":1,"b":2}', '$.a'), json_patch('{"a":1,"b":2}', '{"b":null,"c":3}');
SELECT key, value, type, atom, fullkey, path FROM json_tree('{"a":[1,{"b":2}],"c":"d"}');
SELECT group_concat(value) FROM json_each('[5,6,7]') WHERE value > 5;
SELECT json_group_array(name), json_group_object(name, born) FROM (SELECT * FROM author ORDER BY id);
SELECT json_quote('a"b'), json_error_position('{"a":}');
SELECT json('{"a":');
SELECT hex(jsonb('[1,"a"]')), json(jsonb('{"x":[1,2,{"y":"z"}]}')), json_pretty('{"a":[1,2]}');
SELECT json('{"unicode":"\u00e4\ud83d\ude00","esc":"\n\t"}');
SELECT json('{hex:0x1F, plus:+1, inf:Infinity, trailing:[1,2,],}');

-- ---- full text ----
CREATE VIRTUAL TABLE mail USING fts5(subject, body, tokenize = 'porter unicode61', prefix = '2 3');
INSERT INTO mail VALUES ('Running tests', 'The tests were running all night long'), ('Lunch', 'Shall we run to the restaurant?'), ('Concurrency', 'Threads, monitors and channels of the dialect'), ('Ümläut', 'Größe und Straße');
SELECT rowid, subject FROM mail WHERE mail MATCH 'run' ORDER BY rowid;
SELECT subject FROM mail('thread* AND channel NOT lunch');
SELECT highlight(mail, 1, '[', ']') FROM mail WHERE mail MATCH 'tests OR monitor' ORDER BY rank;
SELECT snippet(mail, 1, '<', '>', '...', 3) FROM mail WHERE mail MATCH 'night';
SELECT subject, round(bm25(mail), 2) < 0 FROM mail WHERE mail MATCH '"all night"';
SELECT subject FROM mail WHERE mail MATCH 'subject : umlaut';
SELECT subject FROM mail WHERE mail MATCH 'NEAR(tests night, 5)';
SELECT subject FROM mail WHERE mail MATCH 'broken "';
UPDATE mail SET body = 'nothing' WHERE rowid = 2;
DELETE FROM mail WHERE subject = 'Running tests';
SELECT count(*) FROM mail WHERE mail MATCH 'run';
INSERT INTO mail(mail) VALUES ('integrity-check');
INSERT INTO mail(mail) VALUES ('optimize');
CREATE VIRTUAL TABLE words USING fts5vocab(mail, 'row');
SELECT term, doc, cnt FROM words ORDER BY term;
CREATE VIRTUAL TABLE old USING fts4(content, tokenize = porter, order=desc);
INSERT INTO old(docid, content) VALUES (1, 'the quick brown fox'), (2, 'jumps over the lazy dog'), (3, 'the dogs are quick');
SELECT docid, snippet(old, '[', ']') FROM old WHERE old MATCH 'dog quick' ORDER BY docid;
SELECT docid, offsets(old) FROM old WHERE old MATCH 'quick OR "lazy dog"' ORDER BY docid;
SELECT docid FROM old WHERE content MATCH '(quick AND fox) OR (lazy NOT brown)' ORDER BY docid;
SELECT hex(matchinfo(old)) FROM old WHERE old MATCH 'fox';
INSERT INTO old(old) VALUES ('integrity-check');
CREATE VIRTUAL TABLE terms USING fts4aux(old);
SELECT term, documents, occurrences FROM terms WHERE col = '*' ORDER BY term;

-- ---- R trees ----
CREATE VIRTUAL TABLE box USING rtree(id, x0, x1, y0, y1, +label TEXT);
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO box SELECT i, i % 50, i % 50 + 1, i / 50, i / 50 + 2, 'box ' || i FROM n;
SELECT count(*), min(id), max(id) FROM box WHERE x0 >= 10 AND x1 <= 20 AND y0 >= 3 AND y1 <= 6;
SELECT id, label FROM box WHERE x0 <= 7 AND x1 >= 7 AND y0 <= 0 AND y1 >= 0 ORDER BY id;
DELETE FROM box WHERE id % 2;
UPDATE box SET x0 = -5, x1 = -4 WHERE id = 100;
SELECT id FROM box WHERE x1 < 0;
SELECT rtreecheck('box');
INSERT INTO box VALUES (1000, 5, 1, 0, 0, 'inside out');
CREATE VIRTUAL TABLE shape USING geopoly(name);
INSERT INTO shape(name, _shape) VALUES ('square', '[[0,0],[10,0],[10,10],[0,10],[0,0]]'), ('triangle', '[[20,0],[30,0],[25,9],[20,0]]');
SELECT name, geopoly_area(_shape) FROM shape WHERE geopoly_contains_point(_shape, 5, 5);
SELECT name, geopoly_json(geopoly_bbox(_shape)) FROM shape WHERE geopoly_overlap(_shape, '[[9,9],[21,9],[21,0],[9,0],[9,9]]') ORDER BY name;
SELECT geopoly_svg(geopoly_xform(_shape, 2, 0, 0, 2, 1, 1), 'fill=none') FROM shape WHERE name = 'triangle';

-- ---- what else there is ----
ATTACH ':memory:' AS other;
CREATE TABLE other.t(x);
INSERT INTO other.t SELECT a FROM large LIMIT 5;
SELECT count(*), sum(x) FROM other.t;
SELECT seq, name FROM pragma_database_list;
DETACH other;
CREATE TEMP TABLE scratch AS SELECT region, amount FROM total ORDER BY region;
SELECT * FROM scratch;
SELECT name, pgsize > 0 FROM dbstat WHERE name = 'author' AND aggregate = TRUE;
SELECT count(*) > 5 FROM bytecode('SELECT 1');
SELECT count(*) > 100 FROM pragma_function_list;
SELECT count(*) FROM pragma_table_xinfo('large') WHERE hidden > 0;
EXPLAIN SELECT 1;
PRAGMA journal_mode = WAL;
INSERT INTO log(what) VALUES ('in the write-ahead log');
PRAGMA wal_checkpoint(TRUNCATE);
PRAGMA journal_mode = DELETE;
PRAGMA user_version = 42;
PRAGMA user_version;
PRAGMA encoding;
PRAGMA case_sensitive_like = ON;
SELECT 'abc' LIKE 'A%';
PRAGMA optimize;
PRAGMA foreign_key_check;
PRAGMA integrity_check;
