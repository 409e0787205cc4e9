// Typed arrays of a report, views into one decompressed buffer.

const TYPES = {
  f8: Float64Array,
  f4: Float32Array,
  i4: Int32Array,
  u4: Uint32Array,
  i2: Int16Array,
  u1: Uint8Array,
};

async function decompress(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

// Returns a function from references [type, first byte, length] to arrays.
export async function readArrays(text) {
  const buffer = text.trim() ? await decompress(text.trim()) : new ArrayBuffer(0);
  return ([type, start, length]) => new TYPES[type](buffer, start, length);
}
