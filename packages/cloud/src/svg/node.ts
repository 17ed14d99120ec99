/** A name as it is written, and the namespace that its prefix stands for. */
export interface XmlName {
  /** Empty where none is declared. */
  namespace: string
  local: string
}

export interface XmlAttribute extends XmlName {
  value: string
}

export interface XmlElement extends XmlName {
  attributes: XmlAttribute[]
  children: XmlNode[]
}

/** A string is text, without any escapes. */
export type XmlNode = XmlElement | string

export const namespaces = {
  svg: 'http://www.w3.org/2000/svg',
  xlink: 'http://www.w3.org/1999/xlink',
  xml: 'http://www.w3.org/XML/1998/namespace',
} as const
