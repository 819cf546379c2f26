/* SPDX-License-Identifier: MIT */
/* The crate has Lua's library and no interpreter. This one runs a file, with a C library of its own:
 *     lua FILE [ARGUMENT …]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

/* A userdata with a metatable: a vector of doubles. */
struct vector {
	size_t length;
	lua_Number data[];
};

static int vector_new(lua_State *L)
{
	lua_Integer length = luaL_checkinteger(L, 1);
	luaL_argcheck(L, length >= 0 && length < 1000000, 1, "length out of range");
	struct vector *vector = lua_newuserdatauv(L, sizeof *vector + (size_t)length * sizeof *vector->data, 1);
	vector->length = (size_t)length;
	memset(vector->data, 0, (size_t)length * sizeof *vector->data);
	luaL_setmetatable(L, "vector");
	return 1;
}

static lua_Number *vector_at(lua_State *L)
{
	struct vector *vector = luaL_checkudata(L, 1, "vector");
	lua_Integer index = luaL_checkinteger(L, 2);
	luaL_argcheck(L, index >= 1 && (size_t)index <= vector->length, 2, "index out of range");
	return &vector->data[index - 1];
}

static int vector_index(lua_State *L)
{
	if (lua_type(L, 2) == LUA_TSTRING) {
		lua_getmetatable(L, 1);
		lua_pushvalue(L, 2);
		lua_rawget(L, -2);
		return 1;
	}
	lua_pushnumber(L, *vector_at(L));
	return 1;
}

static int vector_newindex(lua_State *L)
{
	*vector_at(L) = luaL_checknumber(L, 3);
	return 0;
}

static int vector_length(lua_State *L)
{
	lua_pushinteger(L, (lua_Integer)((struct vector *)luaL_checkudata(L, 1, "vector"))->length);
	return 1;
}

static int continue_map(lua_State *L, int status, lua_KContext at)
{
	struct vector *vector = luaL_checkudata(L, 1, "vector");
	size_t i = (size_t)at;
	if (status == LUA_YIELD) {
		vector->data[i++] = lua_tonumber(L, -1);
		lua_pop(L, 1);
	}
	for (; i < vector->length; i++) {
		lua_pushvalue(L, 2);
		lua_pushnumber(L, vector->data[i]);
		lua_callk(L, 1, 1, (lua_KContext)i, continue_map);
		vector->data[i] = lua_tonumber(L, -1);
		lua_pop(L, 1);
	}
	lua_settop(L, 1);
	return 1;
}

/* v:map(f), in which f may yield. */
static int vector_map(lua_State *L) { return continue_map(L, LUA_OK, 0); }

static const luaL_Reg methods[] = {
	{"__index", vector_index}, {"__newindex", vector_newindex}, {"__len", vector_length}, {"map", vector_map}, {NULL, NULL},
};

static int open_vector(lua_State *L)
{
	luaL_newmetatable(L, "vector");
	luaL_setfuncs(L, methods, 0);
	lua_pushcfunction(L, vector_new);
	return 1;
}

static int traceback(lua_State *L)
{
	luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
	return 1;
}

int main(int argc, char **argv)
{
	lua_State *L = luaL_newstate();
	if (!L || argc < 2) return 2;
	luaL_openlibs(L);
	luaL_requiref(L, "vector", open_vector, 1);
	lua_createtable(L, argc, 1);
	for (int i = 0; i < argc; i++) {
		lua_pushstring(L, argv[i]);
		lua_rawseti(L, -2, i - 1);
	}
	lua_setglobal(L, "arg");
	lua_settop(L, 0);
	lua_pushcfunction(L, traceback);
	int status = luaL_loadfile(L, argv[1]) || lua_pcall(L, 0, 0, 1);
	if (status) fprintf(stderr, "%s\n", lua_tostring(L, -1));
	lua_close(L);
	return status;
}
