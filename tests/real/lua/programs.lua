-- SPDX-License-Identifier: MIT
-- Programs that compute: each prints what is known to be right.
local function fannkuch(n)
	local p, q, s, sign, most, sum = {}, {}, {}, 1, 0, 0
	for i = 1, n do p[i], q[i], s[i] = i, i, i end
	repeat
		local q0 = p[1]
		if q0 ~= 1 then
			for i = 2, n do q[i] = p[i] end
			local flips = 1
			while true do
				local qq = q[q0]
				if qq == 1 then sum = sum + sign * flips; if flips > most then most = flips end; break end
				q[q0] = q0
				if q0 >= 4 then local i, j = 2, q0 - 1; repeat q[i], q[j] = q[j], q[i]; i = i + 1; j = j - 1 until i >= j end
				q0 = qq; flips = flips + 1
			end
		end
		if sign == 1 then p[1], p[2] = p[2], p[1]; sign = -1
		else
			p[2], p[3] = p[3], p[2]; sign = 1
			for i = 3, n do
				local sx = s[i]
				if sx ~= 1 then s[i] = sx - 1; break end
				if i == n then return sum, most end
				s[i] = i
				local t = p[1]; for j = 1, i do p[j] = p[j + 1] end; p[i + 1] = t
			end
		end
	until false
end
print("fannkuch", fannkuch(7))

local function queens(n)
	local found, column = 0, {}
	local function place(row)
		if row > n then found = found + 1; return end
		for c = 1, n do
			local free = true
			for r = 1, row - 1 do
				if column[r] == c or math.abs(column[r] - c) == row - r then free = false; break end
			end
			if free then column[row] = c; place(row + 1) end
		end
	end
	place(1)
	return found
end
print("queens", queens(7))

local function tree(depth) return depth == 0 and {} or { tree(depth - 1), tree(depth - 1) } end
local function size(t) return 1 + (t[1] and size(t[1]) + size(t[2]) or 0) end
local total = 0
for _ = 1, 10 do total = total + size(tree(10)) end
print("trees", total)

local sieve, primes = {}, 0
for i = 2, 50000 do
	if not sieve[i] then primes = primes + 1; for j = i * i, 50000, i do sieve[j] = true end end
end
print("primes", primes)

local function multiply(a, b)	-- of matrices
	local c = {}
	for i = 1, #a do c[i] = {}; for j = 1, #b[1] do local s = 0; for k = 1, #b do s = s + a[i][k] * b[k][j] end; c[i][j] = s end end
	return c
end
local fib = { { 1, 1 }, { 1, 0 } }
local power = fib
for _ = 1, 88 do power = multiply(power, fib) end
print("fibonacci", power[1][1])

local function spectral(n)
	local function A(i, j) local ij = i + j - 1; return 1.0 / (ij * (ij - 1) * 0.5 + i) end
	local function Av(x, y) for i = 1, n do local a = 0; for j = 1, n do a = a + x[j] * A(i, j) end; y[i] = a end end
	local function Atv(x, y) for i = 1, n do local a = 0; for j = 1, n do a = a + x[j] * A(j, i) end; y[i] = a end end
	local u, v, t = {}, {}, {}
	for i = 1, n do u[i] = 1 end
	for _ = 1, 10 do Av(u, t); Atv(t, v); Av(v, t); Atv(t, u) end
	local vBv, vv = 0, 0
	for i = 1, n do vBv = vBv + u[i] * v[i]; vv = vv + v[i] * v[i] end
	return string.format("%0.9f", math.sqrt(vBv / vv))
end
print("spectral", spectral(50))

local text = {}
for i = 1, 2000 do text[i] = ("word%d"):format((i * 31) % 97) end
local frequency = {}
for w in table.concat(text, " "):gmatch("%w+") do frequency[w] = (frequency[w] or 0) + 1 end
local words = {}
for w, n in pairs(frequency) do words[#words + 1] = ("%s=%d"):format(w, n) end
table.sort(words)
print("words", #words, words[1], words[#words])

-- a JSON writer and reader, there and back
local function write(v)
	if type(v) == "table" then
		local out = {}
		if #v > 0 then for i, e in ipairs(v) do out[i] = write(e) end; return "[" .. table.concat(out, ",") .. "]" end
		for k, e in pairs(v) do out[#out + 1] = ("%q:%s"):format(k, write(e)) end
		table.sort(out)
		return "{" .. table.concat(out, ",") .. "}"
	end
	return type(v) == "string" and ("%q"):format(v) or tostring(v)
end
local function read(s)
	local at = 1
	local value
	local function skip() at = s:find("%S", at) or #s + 1 end
	local function expect(c) skip(); assert(s:sub(at, at) == c, "expected " .. c); at = at + 1 end
	function value()
		skip()
		local c = s:sub(at, at)
		if c == "{" then
			local t = {}; at = at + 1; skip()
			while s:sub(at, at) ~= "}" do
				local k = value(); expect(":"); t[k] = value(); skip()
				if s:sub(at, at) == "," then at = at + 1 end; skip()
			end
			at = at + 1; return t
		elseif c == "[" then
			local t = {}; at = at + 1; skip()
			while s:sub(at, at) ~= "]" do t[#t + 1] = value(); skip(); if s:sub(at, at) == "," then at = at + 1 end; skip() end
			at = at + 1; return t
		elseif c == '"' then local e = s:find('"', at + 1, true); local v = s:sub(at + 1, e - 1); at = e + 1; return v
		end
		local word = s:match("^[%w%.%-]+", at); at = at + #word
		if word == "true" then return true elseif word == "false" then return false end
		return tonumber(word)
	end
	return value()
end
local json = write { a = { 1, 2, { b = true, c = "text" } }, d = -1.5, e = { f = {} } }
print("json", json, write(read(json)) == json)

-- producers and consumers, round robin
local queue, log = {}, {}
local function producer(n) for i = 1, n do queue[#queue + 1] = i; coroutine.yield() end end
local function consumer() while true do if #queue > 0 then log[#log + 1] = table.remove(queue, 1) end; coroutine.yield() end end
local threads = { coroutine.create(producer), coroutine.create(producer), coroutine.create(consumer), coroutine.create(consumer) }
for _ = 1, 12 do for _, t in ipairs(threads) do if coroutine.status(t) ~= "dead" then assert(coroutine.resume(t, 5)) end end end
print("queue", #log, table.concat(log, ""))

collectgarbage("generational")
for i = 1, 20000 do local t = { i, tostring(i), function() return i end }; if i % 5000 == 0 then collectgarbage("step") end end
collectgarbage("incremental")
collectgarbage()
print("garbage", collectgarbage("count") < 20000)
