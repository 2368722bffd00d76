// A state in the fragment of a link: JSON, compressed, in the letters that a link may have. No server sees a fragment.

const VERSION = "1.";
/** No link unpacks to more: 1 MiB. */
const MOST = 1 << 20;

/** All bytes of a stream; undefined where there are more than `MOST`. */
const whole = async (stream) => {
  const pieces = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) return new Blob(pieces).arrayBuffer();
    size += value.length;
    if (size > MOST) return void reader.cancel();
    pieces.push(value);
  }
};

/** A state as a fragment. */
export const packed = async (state) => {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of new Uint8Array(await new Response(stream).arrayBuffer())) text += String.fromCharCode(byte);
  return VERSION + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const isState = (state) =>
  typeof state?.policy === "string" &&
  typeof state.more === "string" &&
  Array.isArray(state.reviews) &&
  state.reviews.every((review) => typeof review?.seat === "string" && typeof review.text === "string");

/** The state in a fragment; undefined where it is none. */
export const unpacked = async (fragment) => {
  try {
    if (!fragment.startsWith(VERSION)) return undefined;
    const text = atob(fragment.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const json = await whole(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    const state = json && JSON.parse(new TextDecoder().decode(json));
    return isState(state) ? state : undefined;
  } catch {
    return undefined;
  }
};
