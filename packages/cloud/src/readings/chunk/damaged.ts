/** Stored bytes are not what was once written. Nothing of them may be served. */
export class DamagedChunk extends Error {
  override readonly name = 'DamagedChunk'
}
