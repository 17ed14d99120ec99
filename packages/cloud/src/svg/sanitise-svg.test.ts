import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { depthMax, drawnDepthMax, drawnElementsMax, elementsMax, sourceBytesMax } from './limits.ts'
import { sanitiseSvg } from './sanitise-svg.ts'

const xmlns = 'xmlns="http://www.w3.org/2000/svg"'
const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
const laughs = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><svg><text>&b;</text></svg>'
const outside = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>'

/** Whole documents; null is refused. */
const documents: readonly (readonly [source: string, gives: string | null])[] = [
  ['<svg/>', `<svg ${xmlns}/>`],
  ['\ufeff<svg/>', `<svg ${xmlns}/>`],
  ['<?xml version="1.0" encoding="UTF-7" standalone="no"?>\r\n<svg/>\n<!-- end -->\n', `<svg ${xmlns}/>`],
  [`<a:svg xmlns:a="http://www.w3.org/2000/svg"><a:g/></a:svg>`, `<svg ${xmlns}><g/></svg>`],
  ['<svg viewBox="0  0\n10 10" width="100%"/>', `<svg ${xmlns} viewBox="0 0 10 10" width="100%"/>`],
  ['<svg>\n  <g>\r\n  </g>\n</svg>', `<svg ${xmlns}>\n  <g>\n  </g>\n</svg>`],
  ['<svg>stray<g/>text</svg>', `<svg ${xmlns}><g/></svg>`],
  [
    '<svg><text xml:space="preserve" x="1"> a &amp; "b" &#x1F600; </text></svg>',
    `<svg ${xmlns}><text xml:space="preserve" x="1"> a &amp; &quot;b&quot; 😀 </text></svg>`,
  ],
  [
    '<svg xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="#a" x="1"/></svg>',
    `<svg ${xmlns}><use href="#a" x="1"/></svg>`,
  ],
  [
    '<svg><path style="fill:url( &quot;#g&quot; );stroke:#000;stroke-width:0.5" fill="red" d="M0 0-1.5e3,2z"/></svg>',
    `<svg ${xmlns}><path fill="url(#g)" d="M0 0-1.5e3,2z" style="stroke:#000;stroke-width:0.5"/></svg>`,
  ],
  [
    '<svg><g style="fill:url(#g);fill:blue" transform="translate(1,2) rotate(45 1 2)"/></svg>',
    `<svg ${xmlns}><g transform="translate(1,2) rotate(45 1 2)" style="fill:blue"/></svg>`,
  ],
  [
    '<svg><text style="font-family:\'DejaVu Sans\', Łódź" class="a b-1">t</text></svg>',
    `<svg ${xmlns}><text class="a b-1" style="font-family:'DejaVu Sans', Łódź">t</text></svg>`,
  ],
  [
    '<svg><style> .st0 { fill : #FFF ; } svg.x, g .st1{stroke:none!important}</style></svg>',
    `<svg ${xmlns}><style>svg .st0{fill:#FFF}\nsvg.x,svg g .st1{stroke:none !important}</style></svg>`,
  ],
  ['<svg><style>,a , {fill:red}</style></svg>', `<svg ${xmlns}><style>svg a{fill:red}</style></svg>`],
  [
    '<svg xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"><sodipodi:namedview/><g sodipodi:x="1"/></svg>',
    `<svg ${xmlns}><g/></svg>`,
  ],
  ['<svg><rect x="1" x2=""/></svg>', `<svg ${xmlns}><rect x="1"/></svg>`],
  [`${doctype}<svg/>`, null],
  [laughs, null],
  [outside, null],
  ['<?xml-stylesheet href="javascript:alert(1)"?><svg/>', null],
  ['<svg/><?x?>', null],
  ['<?xml version="1.0"?><?xml version="1.0"?><svg/>', null],
  [' <?xml version="1.0"?><svg/>', null],
  ['<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>', null],
  ['<svg xmlns="http://www.w3.org/1999/xhtml"/>', null],
  ['<SVG/>', null],
  ['<g/>', null],
  ['<svg/>x', null],
  ['x<svg/>', null],
  ['<svg/><svg/>', null],
  ['<svg>', null],
  ['</svg>', null],
  ['<!-- -->', null],
  ['', null],
  ['{}', null],
]

describe('drawings', () => {
  for (const [source, gives] of documents) {
    test(JSON.stringify(source.slice(0, 90)), () => {
      const result = sanitiseSvg(source)
      if (gives === null) assert.ok('err' in result, JSON.stringify(result))
      else {
        assert.deepEqual(result, { ok: gives })
        assert.deepEqual(sanitiseSvg(gives), { ok: gives })
      }
    })
  }

  test('an error has its position', () => {
    assert.deepEqual(sanitiseSvg('<svg>\n\n<g>&x;</g></svg>'), {
      err: 'Line 3: a text has an unknown entity, a lone & or a ]]>',
    })
  })
})

describe('limits', () => {
  const refusal = (source: string): string => {
    const result = sanitiseSvg(source)
    return 'err' in result ? result.err : 'taken'
  }
  const nested = (depth: number): string => `${'<svg>'.repeat(depth)}${'</svg>'.repeat(depth)}`
  const many = (count: number): string => `<svg>${'<g/>'.repeat(count - 1)}</svg>`
  /** Each level uses the one below it ten times. */
  const tower = (levels: number): string => {
    const level = (n: number): string => `<g id="l${n}">${`<use href="#l${n - 1}"/>`.repeat(10)}</g>`
    return `<svg><rect id="l0"/>${Array.from({ length: levels }, (_, i) => level(i + 1)).join('')}</svg>`
  }
  const links = (length: number): string[] => Array.from({ length }, (_, i) => `<use id="u${i}" href="#u${i + 1}"/>`)
  /** Each uses the next, or the one before: the last is a shape. */
  const chain = (length: number): string => `<svg>${links(length).join('')}<rect id="u${length}"/></svg>`
  const chainBack = (length: number): string =>
    `<svg><rect id="u${length}"/>${links(length).toReversed().join('')}</svg>`
  const ring = (length: number): string => `<svg>${links(length).join('')}<use id="u${length}" href="#u0"/></svg>`
  const marked = (around: string, path: string, count: number): string =>
    `<svg><marker id="m">${'<rect/>'.repeat(10)}</marker><g ${around}>${path.repeat(count)}</g></svg>`
  const corners = `d="${'M0 0'.repeat(100)}"`
  const large = (bytes: number): string => `<svg><text>${'ż'.repeat(bytes / 2)}</text></svg>`

  for (const [name, source, says] of [
    ['as deep as may be', nested(depthMax), /^taken$/],
    ['deeper', nested(depthMax + 1), /deeper than 64/],
    ['as many elements as may be', many(elementsMax), /^taken$/],
    ['more', many(elementsMax + 1), /more than 20000/],
    ['as large as may be', large(sourceBytesMax - 100), /^taken$/],
    ['larger in bytes, not in characters', large(sourceBytesMax), /larger than 512 KB/],
    ['larger when it is written', `<svg><text>${'"'.repeat(100_000)}</text></svg>`, /larger than 512 KB/],
    ['used a thousand times', tower(3), /^taken$/],
    ['used a billion times', tower(9), new RegExp(`More than ${drawnElementsMax}`)],
    ['a chain of references as long as may be', chain(drawnDepthMax - 2), /^taken$/],
    ['a longer one', chain(drawnDepthMax - 1), /inside of each other/],
    ['a longer one, its end first', chainBack(drawnDepthMax - 1), /inside of each other/],
    ['one longer than any stack', chain(12_000), /inside of each other/],
    ['one longer than any stack, its end first', chainBack(12_000), /drawn/],
    ['a ring', ring(5), /refers to itself/],
    ['a ring longer than any stack', ring(12_000), /inside of each other/],
    ['a mark at each corner', marked('', `<path marker-mid="url(#m)" ${corners}/>`, 40), /^taken$/],
    ['at too many corners', marked('', `<path marker-mid="url(#m)" ${corners}/>`, 60), /More than/],
    ['a mark for all inside', marked('marker-mid="url(#m)"', `<path ${corners}/>`, 60), /More than/],
    [
      'one that each of them calls off',
      marked('marker-mid="url(#m)"', `<path marker-mid="none" ${corners}/>`, 60),
      /^taken$/,
    ],
    ['prefixes without end', `<svg ${Array.from({ length: 65 }, (_, i) => `xmlns:p${i}="x"`).join(' ')}/>`, /prefix/],
  ] as const) {
    test(name, () => assert.match(refusal(source), says))
  }
})
