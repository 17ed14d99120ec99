import { elements, textElements, textOnlyElements } from './allowed.ts'
import { cleanPng } from './clean-png.ts'
import { namespaces, type XmlAttribute, type XmlElement, type XmlNode } from './node.ts'
import { cleanSheet, cleanStyle } from './styles.ts'
import { attributeValue } from './values.ts'

/**
 * Segments of the image itself: tables, frame and scans. Camera data, locations, times, comments and thumbnails are
 * dropped.
 */
const [quantization, huffman, restart, adobe] = [0xdb, 0xc4, 0xdd, 0xee]
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const [start, end, scan] = [0xd8, 0xd9, 0xda]
const sideMax = 4000

/** A JPEG picture with nothing in it but the picture, or why it is none. Its points are left as they are. */
const cleanJpeg = (bytes: Buffer): { ok: Buffer } | { err: string } => {
  if (bytes[0] !== 0xff || bytes[1] !== start) return { err: 'It is no JPEG picture.' }
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let isSized = false
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === end) {
      return isSized ? { ok: Buffer.concat([...parts, bytes.subarray(at, at + 2)]) } : damaged
    }
    if (at + 4 > bytes.length) break
    const after = at + 2 + bytes.readUInt16BE(at + 2)
    if (after < at + 4 || after > bytes.length) break
    if (frames.has(marker)) {
      if (isSized || after < at + 10) break
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      if (Math.min(width, height) < 1 || Math.max(width, height) > sideMax) {
        return { err: `It is larger than ${sideMax} by ${sideMax} points.` }
      }
      isSized = true
    }
    // Entropy-coded data follows the scan header, up to the next marker.
    const last = marker === scan ? endOfScan(bytes, after) : after
    if (marker === scan && !isSized) break
    if (isNeeded(marker)) parts.push(bytes.subarray(at, last))
    at = last
  }
  return damaged
}

const damaged = { err: 'The JPEG picture is damaged.' }

const isNeeded = (marker: number): boolean =>
  [quantization, huffman, restart, adobe, scan].includes(marker) || frames.has(marker)

/** Finds the next marker that is not part of the coded data, as stuffed zeros and restart markers are. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    // A final byte 0xff does not begin a marker, like one before a stuffed zero.
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

const cleaners = { png: cleanPng, jpeg: cleanJpeg } as const
const imageData = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/\s]+={0,2})$/

/** A picture that is written into a drawing, with nothing in it but its points; null where it is none, or lies elsewhere. */
export const cleanImage = (href: string): string | null => {
  const [, type, data = ''] = imageData.exec(href.trim()) ?? []
  if (type !== 'png' && type !== 'jpeg') return null
  const clean = cleaners[type](Buffer.from(data, 'base64'))
  return 'err' in clean ? null : `data:image/${type};base64,${clean.ok.toString('base64')}`
}

/** An element of ours: its name needs no prefix, and no attribute has another namespace than what its name says. */
export interface CleanElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly CleanNode[]
}
export type CleanNode = CleanElement | string

/** Returns the allowed part of an element; null if the element itself is not allowed, and its content with it. */
export const cleanElement = ({ namespace, local, attributes, children }: XmlElement): CleanElement | null => {
  // A drawing that declares no namespace is meant as one all the same.
  if (namespace !== namespaces.svg && namespace !== '') return null
  if (!elements.has(local)) return null
  if (local === 'image') return cleanPicture(attributes)
  const inside = local === 'style' ? sheet(children) : children.flatMap((child) => cleanChild(local, child))
  return { name: local, attributes: cleanAttributes(attributes), children: inside }
}

/** An image holds its points itself, or is none. */
const cleanPicture = (attributes: readonly XmlAttribute[]): CleanElement | null => {
  const links = attributes.filter((one) => plainName(one) === 'href')
  const link = links.find(({ namespace }) => namespace === '') ?? links[0]
  const href = link === undefined ? null : cleanImage(link.value)
  if (href === null) return null
  const clean = cleanAttributes(attributes.filter((one) => plainName(one) !== 'href'))
  return { name: 'image', attributes: clean.set('href', href), children: [] }
}

const cleanChild = (parent: string, child: XmlNode): CleanNode[] => {
  if (typeof child === 'string') {
    const text = child.replace(/\r\n?/g, '\n')
    if (textElements.has(parent)) return [text]
    return /^[ \t\n]+$/.test(text) ? [text] : []
  }
  const clean = textOnlyElements.has(parent) ? null : cleanElement(child)
  return clean === null ? [] : [clean]
}

const sheet = (children: readonly XmlNode[]): string[] => {
  const text = cleanSheet(children.filter((child) => typeof child === 'string').join(''))
  return text === '' ? [] : [text]
}

const cleanAttributes = (attributes: readonly XmlAttribute[]): Map<string, string> => {
  const clean = new Map<string, string>()
  for (const attribute of attributes) {
    const name = plainName(attribute)
    if (name === null || name === 'style') continue
    const value = name === 'xml:space' ? spaceValue(attribute.value) : attributeValue(name, attribute.value)
    // The old form of a link counts only where the new one is not.
    if (value !== null && !(attribute.namespace === namespaces.xlink && clean.has(name))) clean.set(name, value)
  }
  const style = cleanStyle(
    attributes.find(({ namespace, local }) => namespace === '' && local === 'style')?.value ?? '',
  )
  for (const [name, value] of style.references) clean.set(name, value)
  if (style.text !== '') clean.set('style', style.text)
  return clean
}

const spaceValue = (value: string): string | null => (value === 'preserve' ? value : null)

const plainName = ({ namespace, local }: XmlAttribute): string | null => {
  if (namespace === '') return local
  if (namespace === namespaces.xlink && local === 'href') return 'href'
  return namespace === namespaces.xml && local === 'space' ? 'xml:space' : null
}
