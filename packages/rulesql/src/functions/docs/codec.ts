import type { FunctionDocs } from '../doc.ts';
import { fn } from './fn.ts';

export const codecDocs = {
  base64_encode: fn('data: bytes', 'text', 'Bytes in Base64.', 'Base64 编码。', ["base64_encode('ab')", '"YWI="']),
  base64_decode: fn('text: text', 'bytes', 'Bytes from Base64; white space is skipped.', 'Base64 解码，忽略空白。', [
    "base64_decode('YWI=')",
    '"ab"',
  ]),
  json_encode: fn('value: any', 'text', 'The value as JSON text.', '编码为 JSON 文本。', [
    'json_encode([1, 1.0])',
    '"[1,1.0]"',
  ]),
  json_decode: fn('text: text', 'any', 'The value of JSON text.', '解析 JSON 文本。', [
    `json_decode('{"a":[1]}')`,
    '{"a":[1]}',
  ]),
  term_encode: fn('value: any', 'bytes', "The value in Erlang's external format.", '编码为 Erlang 外部格式。', [
    'bin2hexstr(term_encode(5))',
    '"836105"',
  ]),
  term_decode: fn('data: bytes', 'any', "The value of bytes in Erlang's external format.", '解析 Erlang 外部格式。', [
    "term_decode(hexstr2bin('836105'))",
    '5',
  ]),
} satisfies FunctionDocs;

export const hashDocs = {
  md5: fn('data: bytes', 'text', 'MD5 in hexadecimal.', 'MD5（十六进制）。', [
    "md5('abc')",
    '"900150983cd24fb0d6963f7d28e17f72"',
  ]),
  sha: fn('data: bytes', 'text', 'SHA-1 in hexadecimal.', 'SHA-1（十六进制）。', [
    "sha('abc')",
    '"a9993e364706816aba3e25717850c26c9cd0d89d"',
  ]),
  sha256: fn('data: bytes', 'text', 'SHA-256 in hexadecimal.', 'SHA-256（十六进制）。', [
    "sha256('abc')",
    '"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"',
  ]),
  hash: fn(
    'algorithm: text, data: bytes',
    'text',
    'A hash in hexadecimal: md4, md5, sha, sha224, sha256, sha384, sha512, sha3_256, blake2b, blake2s, ripemd160 and others.',
    '指定算法的哈希值（十六进制）：md4、md5、sha、sha224、sha256、sha384、sha512、sha3_256、blake2b、blake2s、ripemd160 等。',
    ["hash('sha224', 'abc')", '"23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"'],
  ),
} satisfies FunctionDocs;

export const compressDocs = {
  gzip: fn('data: bytes', 'bytes', 'Compresses in gzip format.', '以 gzip 格式压缩。', [
    "gunzip(gzip('hello'))",
    '"hello"',
  ]),
  gunzip: fn('data: bytes', 'bytes', 'Unpacks gzip.', '解压 gzip 数据。', ["gunzip(gzip('hello'))", '"hello"']),
  zip: fn('data: bytes', 'bytes', 'Compresses with plain deflate, without a header.', '以无头部的 deflate 压缩。', [
    "bin2hexstr(zip('abc'))",
    '"4B4C4A0600"',
  ]),
  unzip: fn('data: bytes', 'bytes', 'Unpacks plain deflate.', '解压无头部的 deflate 数据。', [
    "unzip(zip('hello'))",
    '"hello"',
  ]),
  zip_compress: fn('data: bytes', 'bytes', 'Compresses in zlib format.', '以 zlib 格式压缩。', [
    "zip_uncompress(zip_compress('hello'))",
    '"hello"',
  ]),
  zip_uncompress: fn('data: bytes', 'bytes', 'Unpacks zlib.', '解压 zlib 数据。', [
    "zip_uncompress(hexstr2bin('789C4B4C4A0600024D0127'))",
    '"abc"',
  ]),
} satisfies FunctionDocs;

export const jqDocs = {
  jq: fn(
    'program: text, value: any, timeout?: integer',
    'list',
    'All results of a jq program on a value or on JSON text. It stops when the rule has done the work it may do for one message, whatever the timeout.',
    'jq 程序作用于值或 JSON 文本的所有结果。无论超时参数为何，规则对一条消息可做的工作量用尽即停止。',
    [`jq('.[] | . * 2', '[1,2]')`, '[2,4]'],
  ),
} satisfies FunctionDocs;
