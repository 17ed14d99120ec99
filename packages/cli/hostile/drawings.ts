import type { SeededRandom } from './seeded-random.ts'

/** A global variable that a script of a drawing would set. */
export const mark = 'hostileRan'
const elsewhere = 'http://elsewhere.invalid/'

const code = `globalThis.${mark}=1`
const urls = [
  `javascript:${code}`,
  elsewhere,
  `//elsewhere.invalid/x`,
  `data:text/html,<script>${code}</script>`,
  '#a',
  '#b',
]
const events = [
  'onload',
  'onclick',
  'onbegin',
  'onerror',
  'onfocus',
  'onmouseover',
  'ONLOAD',
  'on\nload',
  'on&#x6c;oad',
]
const plain = [
  'g',
  'rect',
  'use',
  'a',
  'text',
  'path',
  'marker',
  'pattern',
  'mask',
  'style',
  'title',
  'switch',
  'textPath',
]
const banned = [
  'script',
  'foreignObject',
  'image',
  'animate',
  'set',
  'iframe',
  'feImage',
  'handler',
  'html:script',
  'x:svg',
]
const attributes = [
  'href',
  'xlink:href',
  'style',
  'fill',
  'filter',
  'class',
  'id',
  'x',
  'd',
  'transform',
  'marker-mid',
  'src',
]
const values = [
  ...urls,
  ...urls.map((url) => `url(${url})`),
  `u\\72l(${elsewhere})`,
  `background:url('${elsewhere}')`,
  `fill:url("${elsewhere}")`,
  `@import '${elsewhere}';`,
  `expression(${code})`,
  `-moz-binding:url(${elsewhere})`,
  'url(#a)',
  'rotate(45)',
  'M0 0L9 9',
]
const texts = [
  `<![CDATA[</style><script>${code}</script>]]>`,
  `&lt;script&gt;${code}&lt;/script&gt;`,
  `@import url(${elsewhere}); rect{fill:url(${elsewhere})}`,
  `</title><img src=x onerror=${code}>`,
  `<!-- --><script>${code}</script>`,
  'a &amp; b',
  ']]&gt;',
]

/** A drawing that means harm, more or less well-formed. */
export const hostileDrawing = (chance: SeededRandom): string => {
  const element = (depth: number): string => {
    const name = chance.below(5) === 0 ? chance.of(banned) : chance.of(plain)
    const ownAttributes = Array.from({ length: chance.below(4) }, () =>
      chance.below(4) === 0
        ? `${chance.of(events)}="${code}"`
        : `${chance.of(attributes)}="${chance.of(values).replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`,
    )
    const once = [...new Map(ownAttributes.map((one) => [one.split('=')[0], one])).values()]
    const inside = Array.from({ length: depth > 3 ? 0 : chance.below(4) }, () =>
      chance.below(4) === 0 ? chance.of(texts) : element(depth + 1),
    )
    return `<${name} ${once.join(' ')}>${inside.join('')}</${name}>`
  }
  const spaces = ['xmlns="http://www.w3.org/2000/svg"', 'xmlns:xlink="http://www.w3.org/1999/xlink"']
  const others = ['xmlns:html="http://www.w3.org/1999/xhtml"', 'xmlns:x="http://www.w3.org/2000/svg"']
  const body = Array.from({ length: 1 + chance.below(5) }, () => element(0)).join('')
  return `<svg ${[...spaces, ...others].join(' ')} viewBox="0 0 9 9"><g id="a"/><rect id="b"/>${body}</svg>`
}

/** Not wild, but large: chains, towers and rings of references, and marks at every corner. */
export const heavyDrawing = (chance: SeededRandom): string => {
  const length = 2 + chance.below(90)
  const fan = 1 + chance.below(3)
  const links = Array.from(
    { length },
    (_, i) => `<g id="u${i}">${`<use href="#u${i + 1}"/>`.repeat(i % 7 === 0 ? fan : 1)}</g>`,
  )
  const end = chance.below(3) === 0 ? '<use href="#u0"/>' : '<rect width="1" height="1"/>'
  const path = `<path marker-mid="url(#m)" d="M0 0${'L1 1'.repeat(chance.below(2000))}"/>`
  const drawn = chance.below(2) === 0 ? links.toReversed() : links
  return `<svg xmlns="http://www.w3.org/2000/svg"><marker id="m"><rect width="1" height="1"/></marker>${drawn.join('')}<g id="u${length}">${end}</g>${path}</svg>`
}
