import { createSocket } from 'node:dgram';

export interface DnsRecord {
  readonly type: 'A' | 'AAAA' | 'CNAME';
  /** The name asked for unless it is another, such as the target of a CNAME. */
  readonly name?: string;
  readonly value: string;
}

/** A DNS server on loopback; every answer has a time to live of 0. */
export interface DnsServer {
  /** `127.0.0.1:PORT`, for `Resolver.setServers`. */
  readonly address: string;
  /** Questions so far: `A example.com`. */
  readonly asked: readonly string[];
  close(): void;
}

const types = { A: 1, CNAME: 5, AAAA: 28 } as const;

/** `answers` is asked for each question; no records mean that there is no such name. */
export async function startDnsServer(
  answers: (question: string) => readonly DnsRecord[],
): Promise<DnsServer> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { name, type, end } = readQuestion(message);
    const question = `${type} ${name}`;
    asked.push(question);
    const records = answers(question);
    const head = Buffer.from(message.subarray(0, end));
    // An answer; its result is 3 if there is no such name.
    head.writeUInt16BE(records.length === 0 ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    const parts = records.map((record) => writeRecord(record, name));
    socket.send(Buffer.concat([head, ...parts]), port, address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${String(socket.address().port)}`,
    asked,
    close: () => {
      socket.close();
    },
  };
}

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = message.readUInt16BE(at + 1);
  const type = code === types.AAAA ? 'AAAA' : 'A';
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

function writeRecord({ type, name, value }: DnsRecord, asked: string): Buffer {
  const data = dataOf(type, value);
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(types[type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(0, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name ?? asked), fixed, data]);
}

function dataOf(type: DnsRecord['type'], value: string): Buffer {
  if (type === 'CNAME') return writeName(value);
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  const [before = '', after] = value.split('::');
  const groups = (text: string) => text.split(':').filter((each) => each !== '');
  const high = groups(before);
  const low = groups(after ?? '');
  const zeros = Array.from({ length: 8 - high.length - low.length }, () => '0');
  const hex = [...high, ...zeros, ...low].map((each) => each.padStart(4, '0')).join('');
  return Buffer.from(hex, 'hex');
}

function writeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1'));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
