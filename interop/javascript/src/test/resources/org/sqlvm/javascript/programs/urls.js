// URL, URLSearchParams, the module url, querystring, path.
const u = new URL('https://user:p%40ss@example.com:8080/a/b/../c?x=1&y=two#frag');
console.log(u); console.log(String(u), u.origin, u.host, u.pathname, u.searchParams.get('y'), JSON.stringify({u}));
u.searchParams.append('z', 'a b&c'); u.hash = ''; u.port = '443'; u.pathname = '/ü'; console.log(u.href); u.protocol = 'http'; u.search = '?q=1'; console.log(u.href, u.searchParams.toString());
console.log(new URL('../x', 'http://h/a/b/c').href, new URL('//other/p', 'https://h').href, new URL('file:///tmp/a b').href, new URL('HTTP://EXAMPLE.com:80/%7Efoo').href, new URL('http://münchen.de/').host);
for (const [t, base] of [['nope'], ['http://'], ['/x'], ['http://a b/'], ['/x', 'nope']]) { try { new URL(t, base); } catch (e) { console.log(e.name, e.code, e.message, e.input); } }
console.log(URL.canParse('http://x'), URL.canParse('x'), new URL('http://[::1]:3000/').hostname, new URL('http://127.1/').host, new URL('data:text/plain,hi').pathname, new URL('mailto:a@b').href);
const p = new URLSearchParams('a=1&b=2&a=3&c=%20x+y'); console.log(p, p.getAll('a'), p.has('b'), p.has('z'), [...p.keys()], p.size); p.delete('a'); p.set('d', 'é'); p.sort(); console.log(p.toString(), new URLSearchParams({x: 1, y: [2, 3]}).toString(), new URLSearchParams([['k', 'v']]).toString(), new URLSearchParams());
p.forEach((v, k) => console.log(k, v)); console.log([u].length, {p}, [new URL('http://x/')].map(String), typeof URL, Object.prototype.toString.call(u));
const url = require('url'); console.log(url.parse('http://u:p@host:80/p/a?x=1#h').pathname, url.parse('/p?a=1&b=2', true).query, url.resolve('/one/two', 'three'), url.format({protocol: 'http', host: 'h', pathname: '/p', query: {a: 1}}));
console.log(url.fileURLToPath('file:///tmp/a%20b'), url.pathToFileURL('/tmp/a b#c?d%').href, url.URL === URL, url.format(new URL('http://u:p@h/p?q#f'), {auth: false, fragment: false}));
try { url.fileURLToPath('http://x'); } catch (e) { console.log(e.code, e.message); } try { url.fileURLToPath(5); } catch (e) { console.log(e.code); }
console.log(url.urlToHttpOptions(new URL('http://a:b@h:81/p?q')).path, url.domainToASCII('español.com'));
const qs = require('querystring'); console.log(qs.parse('a=1&b=2&a=3&c&d=%20+x'), qs.stringify({a: [1, 2], b: 'x y', c: true, d: null, e: undefined, f: 'é'}), qs.escape('a&b'), qs.unescape('%41%zz'), qs.parse('a:1;b:2', ';', ':'));
const path = require('node:path'); console.log(path.join('a', '..', 'b', './c', '/d'), path.resolve('/a', 'b', '../c'), path.basename('/x/y.tar.gz', '.gz'), path.extname('.bashrc'), path.extname('a.b.c'), path.dirname('/a/b'), path.parse('/home/u/f.txt'), path.format({dir: '/d', base: 'b.c'}), path.relative('/a/b/c', '/a/d'), path.normalize('/a//b/./../c/'), path.isAbsolute('a'), path.sep, path.delimiter, path.posix === path);
