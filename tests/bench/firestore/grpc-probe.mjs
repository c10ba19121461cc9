// Loaded into the servers of a run. Counts gRPC responses by method and status. On SIGUSR2 the probe writes the counts since the
// previous signal to a file in GRPC_DIR.
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
  const request = session.request.bind(session);
  session.request = (headers, options) => {
    const stream = request(headers, options);
    // A failure without a body sends its status in the headers.
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
