import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not public, by the IANA registry of special purposes and by use. */
const specialIpv4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier NAT; 100.100.100.200 is a cloud's metadata service
  '127.0.0.0/8',
  '168.63.129.16/32', // a cloud's wire server
  '169.254.0.0/16', // link-local; 169.254.169.254 is the metadata service of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // IETF protocols; 192.0.0.192 is a cloud's metadata service
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

/** All of IPv6 that is ever public. It leaves out mapped, NAT64, local, multicast addresses. */
const globalIpv6 = ['2000::/3'];

/** What is not public within that. */
const specialIpv6 = [
  '2001::/23', // IETF protocols: Teredo, benchmarks, ORCHID, AMT, AS112
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // returned
  '3fff::/20', // documentation
];

/** What is private or of this machine. Link-local addresses are not: a cloud's secrets are there. */
const privateIpv4 = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16'];
const loopbackIpv4 = ['127.0.0.0/8'];
const privateIpv6 = ['fc00::/7'];
const loopbackIpv6 = ['::1/128'];
/** Metadata services of clouds that lie in private ranges. */
const metadata: ReadonlySet<string> = new Set(['100.100.100.200', 'fd00:ec2::254']);

const special4 = listOf(specialIpv4, 'ipv4');
const global6 = listOf(globalIpv6, 'ipv6');
const special6 = listOf(specialIpv6, 'ipv6');
const private4 = listOf(privateIpv4, 'ipv4');
const private6 = listOf(privateIpv6, 'ipv6');
const loopback4 = listOf(loopbackIpv4, 'ipv4');
const loopback6 = listOf(loopbackIpv6, 'ipv6');

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/**
 * True for an address of the public internet. Addresses that carry an IPv4 address (mapped,
 * translated, tunnelled) are not public, whatever they carry, and neither is what is no address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  // A zone belongs to a local link.
  if (family !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** True for an address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  return isIn(address, loopback4, loopback6);
}

/** True for what an origin that the user's settings name may have (decision 65). */
export function isAddressOfUser(address: string): boolean {
  if (isPublicAddress(address) || isLoopbackAddress(address)) return true;
  return isIn(address, private4, private6) && !metadata.has(address.toLowerCase());
}

function isIn(address: string, ipv4: BlockList, ipv6: BlockList): boolean {
  const family = isIP(address);
  if (family === 4) return ipv4.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && ipv6.check(address, 'ipv6');
}
