/** Addresses with the edges just outside of each special range. */
export const publicAddresses = [
  '1.0.0.0', // after 0/8
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255', // around 10/8
  '11.0.0.0',
  '93.184.216.34',
  '100.63.255.255', // around carrier NAT
  '100.128.0.0',
  '126.255.255.255', // around loopback
  '128.0.0.0',
  '168.63.129.15', // around the wire server
  '168.63.129.17',
  '169.253.255.255', // around link-local
  '169.255.0.0',
  '172.15.255.255', // around 172.16/12
  '172.32.0.0',
  '191.255.255.255', // around 192.0.0/24
  '192.0.1.0',
  '192.0.3.0', // after documentation
  '192.31.195.255',
  '192.31.197.0',
  '192.52.192.255',
  '192.52.194.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '192.175.47.255',
  '192.175.49.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::',
  '2001:200::', // after the protocol assignments
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', // before 6to4
  '2003::',
  '2606:4700:4700::1111',
  '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
  '2620:4f:8001::',
  '2a00:1450:4001:81b::200e',
  '3ffd:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff:1000::',
] as const;

/** Addresses that are never reached. */
export const privateAddresses = [
  '0.0.0.0',
  '0.0.0.1',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200', // metadata
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16', // wire server
  '169.254.0.0',
  '169.254.169.254', // metadata
  '169.254.170.2', // credentials of containers
  '169.254.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.192', // metadata
  '192.0.0.255',
  '192.0.2.1',
  '192.31.196.0',
  '192.52.193.255',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '192.175.48.0',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.255',
  '224.0.0.0',
  '239.255.255.255',
  '240.0.0.0',
  '255.255.255.254',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1', // compatible
  '::8.8.8.8', // compatible, of a public one
  '::ffff:127.0.0.1', // mapped
  '::ffff:8.8.8.8', // mapped, of a public one
  '::ffff:0:8.8.8.8', // translated
  '64:ff9b::7f00:1', // NAT64
  '64:ff9b::8.8.8.8', // NAT64 of a public one
  '64:ff9b:1::a00:1', // local NAT64
  '64:ff9b:1:ffff::808:808',
  '100::1', // discard
  '100:0:0:1::1', // dummy prefix
  '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', // before the global ones
  '2001::7f00:1', // Teredo
  '2001:0:4136:e378:8000:63bf:f7f7:f7f7', // Teredo of a public one
  '2001:1::1', // port control
  '2001:2::1', // benchmark
  '2001:3::1', // AMT
  '2001:10::1', // ORCHID
  '2001:20::1', // ORCHIDv2
  '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db8::1', // documentation
  '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  '2002:7f00:1::', // 6to4
  '2002:808:808::1', // 6to4 of a public one
  '2620:4f:8000::1', // AS112
  '3ffe::1',
  '3fff::1', // documentation
  '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
  '4000::', // after the global ones
  '5f00::1', // segment routing
  'fc00::1', // unique local
  'fd00:ec2::254', // metadata
  'fd20:ce::254', // metadata
  'fdff:ffff::1',
  'fe80::1', // link-local
  'fe80::1%eth0',
  '2606:4700::1%eth0', // a zone
  'febf::1',
  'fec0::1', // site-local
  'feff::1',
  'ff02::1', // multicast
  'ff0e::1',
  '',
  'example.com',
  '127.1',
  '0x7f.0.0.1',
  '[::1]',
  '1.2.3.4.5',
] as const;

/** Parts of addresses before the path: each is refused by layer 1. */
export const refusedHosts = [
  // Spellings of this machine.
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1:443',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::8.8.8.8]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  // Private networks and metadata.
  '10.1',
  '0xa000001',
  '167772161',
  '192.168.257',
  '172.16.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:a9fe:a9fe]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  // Names of this machine and of local networks.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
  'a.localhost',
  'a.b.localhost.',
  'localhost.localdomain',
  'printer.local',
  'printer.local.',
  'PRINTER.LOCAL',
  'metadata.google.internal',
  'metadata.google.internal.',
  'kubernetes.default.svc.cluster.local',
  'router.lan',
  'kubernetes.default',
  'kubernetes.default.svc',
  'api.service.consul',
  'wiki.corp',
  'wiki.home',
  'nas.home.arpa',
  'home.arpa',
  'wiki.intranet',
  'db.private',
  'pc.workgroup',
  'dc.domain',
  'site.test',
  'x.invalid',
  'x.onion',
  'x.i2p',
  'x.alt',
  'intranet',
  'intranet.',
  'metadata',
  'instance-data',
  // What is no valid name.
  'example..com',
  'example.com..',
  '.example.com',
  '-example.com',
  'exam!ple.com',
  'a$b.example.com',
  `${'a'.repeat(64)}.example.com`,
  `${'a.'.repeat(130)}com`,
  // Ports that no one named.
  'example.com:80',
  'example.com:22',
  'example.com:8443',
  '93.184.216.34:6379',
  // Users.
  'user@example.com',
  'user:secret@example.com',
  ':@127.0.0.1',
  'example.com@127.0.0.1',
  'example.com%40127.0.0.1',
  // Not read as hosts.
  '1.2.3.4.5',
  '256.1.1.1',
  '0x100000000',
  '[::1%25eth0]',
  '[fe80::1%eth0]',
  '[v1.a]',
  'exa mple.com',
  'exa\tmple.com',
  'exa\nmple.com',
  'example.com\u0000.evil.org',
  'example.com\\@127.0.0.1',
  '\\example.com',
  '/example.com',
  'exam\u200bple.com',
  'exam\u202eple.com',
  '',
] as const;

/** Parts before the path that are asked for, and the host that is. */
export const acceptedHosts = [
  ['example.com', 'example.com'],
  ['EXAMPLE.com', 'example.com'],
  ['example.com.', 'example.com'],
  ['example.com:443', 'example.com'],
  ['example.com:0443', 'example.com'],
  ['ｅxample.com', 'example.com'],
  ['example。com', 'example.com'],
  ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['my_name.example.com', 'my_name.example.com'],
  ['localhost.example.com', 'localhost.example.com'],
  ['internal.example.com', 'internal.example.com'],
  ['mylocal.dev', 'mylocal.dev'],
  ['notlocalhost.dev', 'notlocalhost.dev'],
  ['thelocal.se', 'thelocal.se'],
  ['127.0.0.1.example.com', '127.0.0.1.example.com'],
  ['8.8.8.8', '8.8.8.8'],
  ['134744072', '8.8.8.8'],
  ['[2606:4700:4700::1111]', '[2606:4700:4700::1111]'],
  ['[2606:4700:4700:0:0:0:0:1111]', '[2606:4700:4700::1111]'],
] as const;
