/** Reads the length of an MP4 in seconds, from its movie header (`moov/mvhd`, ISO/IEC 14496-12 8.2.2). */
export function readDuration(file: Buffer): number {
  const movie = findBox(file, "moov")
  const header = movie && findBox(movie, "mvhd")
  if (!header) throw new Error("This file has no movie header")
  const isLong = header.readUInt8(0) === 1
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return length / scale
}

/** Returns the content of the first box of this type. */
function findBox(boxes: Buffer, type: string): Buffer | undefined {
  for (let at = 0; at + 8 <= boxes.length; ) {
    const size = boxes.readUInt32BE(at)
    const isLong = size === 1
    const length = isLong ? Number(boxes.readBigUInt64BE(at + 8)) : size || boxes.length - at
    if (boxes.toString("latin1", at + 4, at + 8) === type) return boxes.subarray(at + (isLong ? 16 : 8), at + length)
    if (length < 8) return undefined
    at += length
  }
  return undefined
}
