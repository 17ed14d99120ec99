import { pictureSheet } from './picture-sheet.ts'

let ours: CSSStyleSheet | undefined

/**
 * Puts a drawing that the service has cleaned into a shadow root, so that its names and styles are its own. The page's policy lets no style
 * be written in a document: those of the drawing are set one by one, and its sheets are made by script. Null where it is no drawing.
 */
export const mountDrawing = (root: ShadowRoot, source: string): SVGSVGElement | null => {
  // The service writes drawings in one form: neither can stand in a text, where quotes and brackets are escaped.
  const text = source
    .replaceAll(' style="', ' data-style="')
    .replaceAll(/<style(?=[ />])/g, '<metadata')
    .replaceAll('</style>', '</metadata>')
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  if (parsed.localName !== 'svg') return null
  const svg = document.importNode(parsed, true) as unknown as SVGSVGElement
  const sheets = Array.from(svg.querySelectorAll('metadata'), (element) => {
    element.remove()
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(element.textContent)
    return sheet
  })
  for (const element of [svg, ...svg.querySelectorAll<SVGElement>('[data-style]')]) applyStyle(element)
  ours ??= new CSSStyleSheet()
  ours.replaceSync(pictureSheet)
  root.adoptedStyleSheets = [...sheets, ours]
  root.replaceChildren(svg)
  return svg
}

const applyStyle = (element: SVGElement): void => {
  const declarations = element.dataset['style'] ?? ''
  delete element.dataset['style']
  for (const declaration of declarations.split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    const isImportant = value.endsWith('!important')
    if (property === '') continue
    element.style.setProperty(
      property,
      isImportant ? value.slice(0, -10).trim() : value,
      isImportant ? 'important' : '',
    )
  }
}
