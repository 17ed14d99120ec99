import { call, request } from './api.ts'

const blockBytes = 1024

/** A file of the card, as text. */
export const readText = async (path: string): Promise<string> => (await readBlob(path)).text()

export const readBlob = async (path: string): Promise<Blob> => {
  const encoded = path.replace(/^\//, '').split('/').map(encodeURIComponent).join('/')
  return (await request('GET', `/card/${encoded}`)).blob()
}

/** Writes a file in the contract's blocks; it is there when the last one is. */
export const writeFile = async (
  path: string,
  bytes: Uint8Array,
  onProgress?: (share: number) => void,
): Promise<void> => {
  const blockCount = Math.max(1, Math.ceil(bytes.length / blockBytes))
  for (let blockIdx = 0; blockIdx < blockCount; blockIdx += 1) {
    const block = bytes.subarray(blockIdx * blockBytes, (blockIdx + 1) * blockBytes)
    await call('card.write', { path, blockIdx, blockCount, data: btoa(String.fromCharCode(...block)) })
    onProgress?.((blockIdx + 1) / blockCount)
  }
}
