// Loaded into the servers of a run: counts the answers of gRPC by method and status. SIGUSR2 writes the counts since the signal
// before it into the file its process is told by GRPC_DIR.
import { renameSync, writeFileSync } from 'node:fs';
import http2 from 'node:http2';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

let counts = {};

function count(path, status) {
  const method = path.slice(path.lastIndexOf('/') + 1);
  counts[method] ??= {};
  counts[method][status] = (counts[method][status] ?? 0) + 1;
}

const { connect } = http2;
http2.connect = (...given) => {
  const session = connect(...given);
  const { request } = session;
  session.request = (headers, options) => {
    const stream = request.call(session, headers, options);
    // A failure without a body comes in the headers alone.
    const note = (said) => said['grpc-status'] !== undefined && count(headers[':path'], String(said['grpc-status']));
    return stream.on('response', note).on('trailers', note);
  };
  return session;
};
syncBuiltinESMExports();

process.on('SIGUSR2', () => {
  const file = join(process.env.GRPC_DIR ?? '.', `${process.pid}.grpc`);
  writeFileSync(`${file}.new`, JSON.stringify(counts));
  renameSync(`${file}.new`, file);
  counts = {};
});
