declare module 'kinesalite' {
  import type { Server } from 'node:http';
  export default function kinesalite(options: Readonly<Record<string, unknown>>): Server;
}
