-- SPDX-License-Identifier: MIT
-- The language and its libraries. Each line printed is compared with language.out.
local count = 0
local function check(what, ...)
	count = count + 1
	local out = table.pack(...)
	for i = 1, out.n do out[i] = tostring(out[i]) end
	print(what, table.concat(out, " "))
end
local function fails(what, f, ...)
	local good, message = pcall(f, ...)
	check(what, good, (tostring(message):gsub("^.-:%d+: ", "")))
end

-- numbers
check("integers", 7 // 2, -7 // 2, 7 % 3, -7 % 3, 7 % -3, 2^10, 1 << 62, 1 << 63, 1 << 64, -1 >> 1, ~0, 5 & 3, 5 | 3, 5 ~ 3)
check("wrap", math.maxinteger + 1 == math.mininteger, math.mininteger // -1, math.maxinteger * 2.0)
check("floats", 7 / 2, 7.5 // 2, -7.5 % 2, 1e308 * 10, -1e308 * 10, 0.1 + 0.2, 1e15, 1e16, 2^53, 3.0, -0.0, 1/0 > 0)
check("not a number", 0/0 ~= 0/0, math.type(1), math.type(1.0), math.type("1"))
check("compare", 1 == 1.0, 1 < 1.5, math.maxinteger < math.huge, "a" < "b", "Z" < "a", "" < "a", 2^53 == 2^53 + 1)
check("convert", "10" + 5, "0x10" * 2, "3.5" // 1, 10 .. 20, tonumber("  12  "), tonumber("1e1"), tonumber("z", 36), tonumber("8", 8), tonumber("0x1p4"), math.tointeger(3.0), math.tointeger(3.5))
check("hex floats", 0x1.8p1, 0xA.8, string.format("%a", 1.5))
for _, x in ipairs { 0, 1, -1, 2.5, 1e100, math.pi } do check("format " .. x, string.format("%5.1f|%g|%e|%10.3g", x, x, x, x)) end
check("format", string.format("%d %5d %-5d| %05d %+d %x %X %o %c %s %q %% %i", 1, 2, 3, 4, 5, 255, 255, 8, 65, "s", 'q"\n\0', 9))
check("rounding", math.floor(-3.5), math.ceil(-3.5), math.fmod(-7, 3), math.modf(-3.25), math.ult(1, -1), math.abs(math.mininteger))
fails("divide", function() return 1 // 0 end)
fails("modulo", function() return 1 % 0 end)
fails("no integer", function() return 1.5 | 1 end)
fails("arithmetic on nil", function() local t = {} return t.x + 1 end)
fails("compare", function() return {} < 1 end)
fails("call", function() local t = {} t.field.other() end)

-- strings
check("escapes", "\65\x42\u{43}\z
	D\tE", #"\0\0", "a\
b", [[long
string]], [==[with ]] inside]==])
check("find", ("hello world"):find("o w"), ("hello"):find("l+"), ("a.b"):find(".", 1, true), ("hello"):find("xyz"), ("hello"):find(""), ("hello"):find("", 10))
check("match", ("key = value"):match("(%w+)%s*=%s*(%w+)"), ("2024-03-10"):match("(%d+)-(%d+)-(%d+)"), ("f(a(b)c)d"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"), ("hello"):match("()ll()"), ("x"):match("^(x?)(y?)$"))
check("frontier", ("THE (quick) fox"):gsub("%f[%a]%a+", string.lower), ("abc"):gsub("", "-"), ("hello"):gsub("l", { l = "L" }), ("hello"):gsub("(h)(e)", "%2%1"), ("abc"):gsub("%w", "%0%0", 2))
for k, v in ("a=1, b=2, c=3"):gmatch("(%w+)=(%w+)") do check("gmatch", k, v) end
check("methods", ("abc"):rep(3, "-"), ("abc"):reverse(), ("aBc"):upper(), ("aBc"):lower(), ("abc"):byte(1, -1), ("hello"):sub(2, -2), ("hello"):sub(-3), #("x"):rep(1000))
check("pack", string.unpack("<i4 >I2 z s1 d", string.pack("<i4 >I2 z s1 d", -5, 513, "zero", "one", 1.5)))
check("packsize", string.packsize("!8 b i8 h"), string.pack(">I3", 0x010203):byte(1, -1))
check("utf8", utf8.char(72, 228, 8364, 128512), utf8.len("häß"), utf8.codepoint("ä€", 1, -1), utf8.offset("aä€", 3), #utf8.charpattern)
for p, c in utf8.codes("aä€") do check("codes", p, c) end
fails("bad pattern", string.find, "a", "[a")
fails("too many", string.rep, "x", 1 << 60)
fails("bad format", string.format, "%d", 1.5)

-- tables
local t = { 1, 2, 3, nil, 5, n = "named", [10] = "ten", ["with space"] = true }
check("table", #{ 1, 2, 3 }, t.n, t[10], t["with space"], select("#", table.unpack({ 1, nil, 3 }, 1, 3)), rawlen { 1, 2 }, rawequal(t, t), rawget(t, 1))
local list = {}
for i = 1, 20 do list[i] = (i * 7919) % 101 end
table.sort(list)
check("sort", table.concat(list, ","))
table.sort(list, function(a, b) return a > b end)
check("sort down", table.concat(list, ",", 1, 5))
fails("sort", table.sort, { 3, 1, "x", 2 })
table.insert(list, 1, "first"); table.insert(list, "last")
check("insert", list[1], list[#list], table.remove(list, 1), table.remove(list), #list, table.remove({}))
check("move", table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), ","))
local keys = {}
for k in pairs { a = 1, b = 2, c = 3, 10, 20 } do keys[#keys + 1] = tostring(k) end
table.sort(keys)
check("pairs", table.concat(keys, " "))
check("next", next({}), type(next { 1 }))

-- functions, closures, varargs, tail calls, goto
local function counter() local n = 0; return function() n = n + 1; return n end end
local a, b = counter(), counter()
check("closures", a(), a(), b(), a())
local fs = {}
for i = 1, 3 do fs[i] = function() i = i + 1; return i end end
check("loop variables", fs[1](), fs[1](), fs[2](), fs[3]())
local function sum(...) local s = 0; for _, v in ipairs { ... } do s = s + v end; return s, select("#", ...) end
check("varargs", sum(1, 2, 3), (sum(1, 2, 3)), sum())
local function down(n) if n == 0 then return "bottom" end; return down(n - 1) end
check("tail calls", down(100000))
fails("stack overflow", function() local function f() return 1 + f() end; return f() end)
do
	local i, out = 1, {}
	::again::
	if i <= 5 then
		if i % 2 == 0 then i = i + 1; goto again end
		out[#out + 1] = i
		i = i + 1
		goto again
	end
	check("goto", table.concat(out, ","))
end
for i = 10, 1, -3 do check("for", i) end
for x = 0.0, 1.0, 0.25 do check("for", x) end
for i = math.maxinteger - 1, math.maxinteger do check("for", i) end
fails("for", function() for i = 1, 10, 0 do end end)
do local i = 0; repeat local j = i; i = i + 1 until j == 3; check("repeat", i) end
do local x <const> = 5; check("const", x); check("const assigned", load("local x <const> = 1; x = 2")) end
do
	local log = {}
	do
		local c1 <close> = setmetatable({}, { __close = function(_, e) log[#log + 1] = "c1 " .. tostring(e) end })
		local c2 <close> = setmetatable({}, { __close = function() log[#log + 1] = "c2" end })
		log[#log + 1] = "body"
	end
	check("close", table.concat(log, " "))
	fails("close with an error", function()
		local c <close> = setmetatable({}, { __close = function(_, e) log[#log + 1] = (e:gsub("^.-:%d+: ", "")) end })
		error("inner")
	end)
	check("closed", log[#log])
end

-- metatables
local point = {}
point.__index = point
point.__add = function(p, q) return setmetatable({ x = p.x + q.x }, point) end
point.__eq = function(p, q) return p.x == q.x end
point.__lt = function(p, q) return p.x < q.x end
point.__le = function(p, q) return p.x <= q.x end
point.__call = function(self, y) return self.x + y end
point.__tostring = function(self) return "point " .. self.x end
point.__concat = function(l, r) return tostring(l) .. "&" .. tostring(r) end
point.__len = function() return 42 end
point.__unm = function(p) return setmetatable({ x = -p.x }, point) end
point.__idiv = function() return "idiv" end
point.__band = function() return "band" end
point.__shl = function() return "shl" end
point.__bnot = function() return "bnot" end
point.__name = "POINT"
local p, q = setmetatable({ x = 1 }, point), setmetatable({ x = 2 }, point)
check("metamethods", p + q, p == q, p < q, p <= q, p > q, p(10), p .. q, p .. 1, 1 .. p, #p, -p, p // q, p & q, p << 1, ~p)
local proxy = setmetatable({}, { __index = function(_, k) return k .. "?" end, __newindex = function(t, k, v) rawset(t, k, v .. "!") end, __pairs = function() return function(_, k) if not k then return 1, "one" end end, nil, nil end })
proxy.z = "set"
check("proxy", proxy.anything, proxy.z)
for k, v in pairs(proxy) do check("__pairs", k, v) end
local weak = setmetatable({}, { __mode = "k" })
weak[{}] = 1
collectgarbage()
check("weak", next(weak))
local finalised = 0
for _ = 1, 10 do setmetatable({}, { __gc = function() finalised = finalised + 1 end }) end
collectgarbage(); collectgarbage()
check("finalised", finalised)
fails("protected", setmetatable, setmetatable({}, { __metatable = "no" }), {})
fails("error object", function() error(setmetatable({}, { __tostring = function() return "an object" end })) end)

-- coroutines
local function generate(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end; return "end" end) end
local g = generate(2)
check("generator", g(), g(), g())
local co = coroutine.create(function(x) local y = coroutine.yield(x + 1); local z = coroutine.yield(y * 2); error("z " .. z) end)
check("resume", coroutine.resume(co, 1)); check("resume", coroutine.resume(co, 10)); check("resume", (select(2, coroutine.resume(co, 5)):gsub("^.*/", ""))); check("resume", coroutine.resume(co))
check("status", coroutine.status(co), coroutine.isyieldable(), select(2, coroutine.running()))
local perm = {}
local function permute(a, n) n = n or #a; if n <= 1 then coroutine.yield(table.concat(a)) else for i = 1, n do a[n], a[i] = a[i], a[n]; permute(a, n - 1); a[n], a[i] = a[i], a[n] end end end
for s in coroutine.wrap(function() permute { "a", "b", "c" } end) do perm[#perm + 1] = s end
check("permutations", table.concat(perm, " "))
check("yield across pcall", coroutine.wrap(function() local ok, v = pcall(function() return coroutine.yield("in") .. "!" end); coroutine.yield(v) end)())
local mapped = coroutine.wrap(function() local v = vector(3); v[1], v[2], v[3] = 1, 2, 3; v:map(function(x) return coroutine.yield(x) end); return v[1] + v[2] + v[3] end)
check("yield across C", mapped(), mapped(10), mapped(20), mapped(30))
fails("vector", function() return vector(2)[3] end)
fails("vector", vector, -1)

-- load, environments, errors, dump
check("load", load("return 1 + 1")(), load("return x", "chunk", "t", { x = 5 })(), load("syntax error here"))
check("dump", load(string.dump(function(x) return x * 2 end))(21), load(string.dump(load("local a = ... return a", "=s"), true))(7))
check("pieces", load((function() local parts, i = { "return ", "'pieces", "'" }, 0; return function() i = i + 1; return parts[i] end end)())())
fails("error", error, "message", 0)
check("error table", select(2, pcall(function() error { code = 5 } end)).code)
check("xpcall", xpcall(function() error("x", 0) end, function(m) return m .. " handled" end))
check("error level", (select(2, pcall(function() local function f() error("here", 2) end; f() end)):gsub("^.*/", "")))
fails("assert", assert, false, "assertion")
check("select", select(-1, 1, 2, 3), select(2, "a", "b"))
check("varargs in table", #table.pack(1, 2, 3), table.pack().n)
check("debug", debug.getinfo(1, "l").currentline > 100, debug.getinfo(check, "S").short_src:match("[^/]*$"), debug.getlocal(1, 1))
check("integer keys", ({ [1.0] = "a" })[1], ({ [2^53] = "b" })[2^53 | 0])
check("os", type(os.time()), os.date("!%Y-%m-%d %H:%M:%S", 0), os.time { year = 2000, month = 1, day = 1, hour = 12 } > 0, os.getenv("NOT_SET_AT_ALL"))
do
	local name = os.tmpname()
	local f = assert(io.open(name, "w"))
	f:write("line 1\n", 2, " ", 3.5, "\nlast"); f:close()
	local lines = {}
	for l in io.lines(name, "L") do lines[#lines + 1] = l end
	check("io", #lines, table.concat(lines, "|"))
	f = io.open(name); check("read", f:read("l", "n", "n", "l", "a")); check("seek", f:seek("set", 5), f:read(1), f:seek("end")); f:close()
	check("remove", os.remove(name), (select(2, io.open(name)):gsub("^.*: ", "")))
	fails("closed", f.read, f)
end
print(count .. " lines")
