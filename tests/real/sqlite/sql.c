/* SPDX-License-Identifier: MIT */
/* Runs a script of SQL from standard input:  sql DATABASE <script
 *
 * Prints each row, its columns with | between them, and the message of each statement that fails.
 *   sql --threads N DATABASE    N threads insert, update and look into one table, each with a connection of its own
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite3.h"

enum { ROUNDS = 50 };

static int rounds_done[64];

/* sum_of_squares(x), an aggregate; reverse(text), a function; and a collation by length. */
struct sum { double sum; };

static void sum_step(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct sum *sum = sqlite3_aggregate_context(context, sizeof *sum);
	(void)count;
	if (sum) sum->sum += sqlite3_value_double(values[0]) * sqlite3_value_double(values[0]);
}

static void sum_inverse(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct sum *sum = sqlite3_aggregate_context(context, sizeof *sum);
	(void)count;
	if (sum) sum->sum -= sqlite3_value_double(values[0]) * sqlite3_value_double(values[0]);
}

static void sum_value(sqlite3_context *context)
{
	struct sum *sum = sqlite3_aggregate_context(context, sizeof *sum);
	sqlite3_result_double(context, sum ? sum->sum : 0);
}

static void reverse(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *text = (const char *)sqlite3_value_text(values[0]);
	size_t length = text ? strlen(text) : 0;
	char *out = sqlite3_malloc64(length + 1);
	(void)count;
	for (size_t i = 0; i < length; i++) out[i] = text[length - 1 - i];
	out[length] = '\0';
	sqlite3_result_text(context, out, (int)length, sqlite3_free);
}

static int by_length(void *unused, int a_length, const void *a, int b_length, const void *b)
{
	(void)unused;
	if (a_length != b_length) return a_length - b_length;
	return memcmp(a, b, (size_t)a_length);
}

static sqlite3 *open_database(const char *name)
{
	sqlite3 *db;
	if (sqlite3_open(name, &db)) {
		fprintf(stderr, "%s: %s\n", name, sqlite3_errmsg(db));
		exit(1);
	}
	sqlite3_busy_timeout(db, 20000);
	sqlite3_create_window_function(db, "sum_of_squares", 1, SQLITE_UTF8, NULL, sum_step, sum_value, sum_value,
	                               sum_inverse, NULL);
	sqlite3_create_function(db, "reverse", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, reverse, NULL, NULL);
	sqlite3_create_collation(db, "length", SQLITE_UTF8, NULL, by_length);
	return db;
}

static void print_row(sqlite3_stmt *statement)
{
	int count = sqlite3_column_count(statement);
	for (int i = 0; i < count; i++) {
		const char *text = (const char *)sqlite3_column_text(statement, i);
		printf("%s%s", i ? "|" : "", text ? text : "NULL");
	}
	putchar('\n');
}

static void run_script(sqlite3 *db, const char *script)
{
	int statements = 0, failed = 0;
	while (*script) {
		sqlite3_stmt *statement = NULL;
		const char *rest = script;
		int status = sqlite3_prepare_v2(db, script, -1, &statement, &rest);
		if (status == SQLITE_OK && statement)
			while ((status = sqlite3_step(statement)) == SQLITE_ROW) print_row(statement);
		if (statement || status) statements++;
		if (status != SQLITE_OK && status != SQLITE_DONE) {
			failed++;
			printf("error: %s\n", sqlite3_errmsg(db));
		}
		sqlite3_finalize(statement);
		if (!statement && status) { /* where the statement ends the parser does not know either */
			rest = strstr(script, ";\n");
			rest = rest ? rest + 2 : "";
		}
		script = rest;
	}
	printf("%d statements, %d with an error\n", statements, failed);
}

static char *read_all(FILE *file)
{
	size_t length = 0, room = 1 << 16, got;
	char *text = malloc(room + 1);
	while (text && (got = fread(text + length, 1, room - length, file)) > 0)
		if ((length += got) == room) text = realloc(text, (room *= 2) + 1);
	if (!text) exit(1);
	text[length] = '\0';
	return text;
}

/* ---- threads ---- */

static const char *database;

static void execute(sqlite3 *db, const char *sql)
{
	char *message = NULL;
	if (sqlite3_exec(db, sql, NULL, NULL, &message)) {
		printf("%s: %s\n", sql, message);
		exit(1);
	}
}

static void *work(void *argument)
{
	int *done = argument;
	sqlite3 *db = open_database(database);
	for (int i = 0; i < ROUNDS; i++) {
		char sql[200];
		execute(db, "BEGIN IMMEDIATE");
		execute(db, "UPDATE counter SET n = n + 1");
		sqlite3_snprintf(sizeof sql, sql, "INSERT INTO entries(thread, round) VALUES(%d, %d)", (int)(done - rounds_done), i);
		execute(db, sql);
		execute(db, "COMMIT");
		execute(db, "SELECT sum(round) FROM entries GROUP BY thread");
		++*done;
	}
	sqlite3_close(db);
	return NULL;
}

static void run_threads(int count)
{
	pthread_t threads[64];
	sqlite3 *db = open_database(database);
	execute(db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE counter(n); INSERT INTO counter VALUES(0);"
	            "CREATE TABLE entries(thread INTEGER, round INTEGER, UNIQUE(thread, round))");
	for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, work, &rounds_done[i]);
	for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
	run_script(db, "SELECT n FROM counter; SELECT count(*), sum(round) FROM entries; PRAGMA integrity_check;");
	sqlite3_close(db);
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "--threads")) {
		database = argv[3];
		run_threads(atoi(argv[2]) & 63);
		return 0;
	}
	if (argc != 2) return 2;
	sqlite3 *db = open_database(argv[1]);
	char *script = read_all(stdin);
	run_script(db, script);
	free(script);
	return sqlite3_close(db) != SQLITE_OK;
}
