import { openSync, writeSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';

// A process that is nothing but the other side of an action, to be killed: it writes the body of every request to a
// file before it answers, a line each. Arguments: http or mqtt, port, file. It speaks MQTT 3.1.1 with a few lines of
// its own, so that it shares no mistake with the libraries under test.
const [kind, portText, path] = process.argv.slice(2);
const port = Number(portText);
const file = openSync(path ?? '', 'a');

function count(body: string): void {
  writeSync(file, `${body}\n`);
}

/** Answers take a moment, so that there is something under way whenever the end comes. */
function soon(answer: () => void): void {
  setTimeout(answer, Math.random() * 5);
}

const http = createHttpServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    count(body);
    soon(() => response.end());
  });
});

const mqtt = createTcpServer((socket) => {
  let bytes = Buffer.alloc(0);
  let answers: Buffer[] = [];
  socket.on('error', () => {});
  /** In the order of the requests, as a broker does. */
  function answer(packet: Buffer): void {
    if (answers.push(packet) > 1) return;
    soon(() => {
      socket.write(Buffer.concat(answers));
      answers = [];
    });
  }
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      let length = 0;
      let at = 1;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++];
        if (byte === undefined) return;
        length |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      if (bytes.length < at + length) return;
      const type = (bytes[0] ?? 0) >> 4;
      const qos = ((bytes[0] ?? 0) >> 1) & 3;
      const packet = bytes.subarray(at, at + length);
      bytes = bytes.subarray(at + length);
      if (type === 1) answer(Buffer.from([0x20, 2, 0, 0]));
      else if (type === 12) answer(Buffer.from([0xd0, 0]));
      else if (type === 3) {
        const topicEnd = 2 + packet.readUInt16BE(0);
        count(packet.toString('utf8', topicEnd + (qos > 0 ? 2 : 0)));
        if (qos > 0) answer(Buffer.from([0x40, 2, packet[topicEnd] ?? 0, packet[topicEnd + 1] ?? 0]));
      }
    }
  });
});

(kind === 'mqtt' ? mqtt : http).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));
