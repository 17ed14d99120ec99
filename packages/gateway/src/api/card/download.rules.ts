interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A name that any browser can write down: the plain one for old ones, the exact one for the others. */
const disposition = (path: string): string => {
  const name = path.split('/').findLast((part) => part !== '') ?? 'file'
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** The card's files are not ours: a file is saved, never shown as a page of ours. */
export const downloadHeaders = (path: string, sizeBytes: number, part: ByteRange | null): Record<string, string> => ({
  'accept-ranges': 'bytes',
  'content-length': String(part === null ? sizeBytes : part.last - part.first + 1),
  ...(part !== null && { 'content-range': `bytes ${part.first}-${part.last}/${sizeBytes}` }),
  'content-disposition': disposition(path),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
})
