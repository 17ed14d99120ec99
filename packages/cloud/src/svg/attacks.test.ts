import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { elements, geometry, presentationAttributes } from './allowed.ts'
import { namespaces, type XmlElement } from './node.ts'
import { readXml } from './read-xml.ts'
import { sanitiseSvg } from './sanitise-svg.ts'
import { refused } from './testing/attacks/attack.ts'
import { codeAttacks } from './testing/attacks/code.ts'
import { linkAttacks } from './testing/attacks/links.ts'
import { styleAttacks } from './testing/attacks/styles.ts'
import { syntaxAttacks } from './testing/attacks/syntax.ts'

const attacks = [...codeAttacks, ...linkAttacks, ...styleAttacks, ...syntaxAttacks]
const inDrawing = (inside: string): string =>
  `<svg xmlns="${namespaces.svg}" xmlns:xlink="${namespaces.xlink}">${inside}</svg>`
const clean = (inside: string): string =>
  inside === '' ? `<svg xmlns="${namespaces.svg}"/>` : `<svg xmlns="${namespaces.svg}">${inside}</svg>`

/** Judges a drawing that came out, by other means than those that made it. */
const assertHarmless = (text: string): void => {
  const read = readXml(text)
  assert.ok('ok' in read, text)
  assert.doesNotMatch(text, /<!|<\?|]]>/)
  walk(read.ok)
}

const walk = ({ namespace, local, attributes, children }: XmlElement): void => {
  assert.equal(namespace, namespaces.svg)
  assert.ok(elements.has(local), local)
  for (const { namespace: of, local: name, value } of attributes) {
    const isKnown =
      presentationAttributes.has(name) || geometry.has(name) || ['id', 'class', 'href', 'style', 'space'].includes(name)
    assert.ok(isKnown && (of === '' || (of === namespaces.xml && name === 'space')), name)
    if (local === 'image' && name === 'href') {
      assert.match(value, /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*$/)
      continue
    }
    assert.doesNotMatch(value, /[<>&\\@`{}]/, name)
    if (name !== 'style') assert.doesNotMatch(value, /[:;]/, name)
    if (name === 'href') assert.match(value, /^#[\w.-]+$/)
    else if (name === 'style') assertHarmlessStyle(value)
    else assert.doesNotMatch(value.replace(/^url\(#[\w.-]+\)$/, ''), /url|expression/i)
  }
  for (const child of children) {
    if (typeof child !== 'string') {
      assert.ok(local !== 'title' && local !== 'desc' && local !== 'style', local)
      walk(child)
    } else if (local === 'style') assertHarmlessStyle(child)
  }
}

const assertHarmlessStyle = (text: string): void => {
  assert.doesNotMatch(text, /url|expression|image|import|[@\\<>&:]{2}|\/|[\\@<>&]/i)
}

describe('attacks inside drawings', () => {
  for (const [name, inside, left] of attacks) {
    test(name, () => {
      const result = sanitiseSvg(inDrawing(inside))
      if (left === refused) {
        assert.ok('err' in result, JSON.stringify(result))
        return
      }
      assert.deepEqual(result, { ok: clean(left) })
      assertHarmless(clean(left))
      assert.deepEqual(sanitiseSvg(clean(left)), { ok: clean(left) })
    })
  }

  test('no name stands for two of them', () =>
    assert.equal(new Set(attacks.map(([name]) => name)).size, attacks.length))
})

/** Pieces of attacks, whole or cut anywhere, in any order. */
const soup = (() => {
  const pieces = attacks.map(([, inside]) => inside)
  const whole = fc.constantFrom(...pieces)
  const cut = fc.tuple(whole, fc.nat(60), fc.nat(60)).map(([text, from, length]) => text.slice(from, from + length))
  return fc.array(fc.oneof(whole, whole, cut), { maxLength: 6 }).map((list) => inDrawing(list.join('')))
})()

/** Drawings that are read, of elements and values that are allowed or not. */
const drawing = (() => {
  const value = fc.oneof(
    fc.constantFrom(
      'red',
      'url(#a)',
      "'Open Sans', serif",
      'rotate( 45 )',
      'u\\rl(x)',
      'fill:red;stroke:url(#b)',
      '#b',
      'preserve',
    ),
    fc.constantFrom(
      'a{fill:red}',
      '/*',
      '*/',
      '}',
      '{',
      ';',
      ':',
      '!important',
      '@import "x";',
      'svg a,b{stroke:url(x);font:x}',
    ),
    fc.string({ unit: fc.constantFrom(...Array.from('a#(){}:;!"\' \n\t.,é<>&/*\\-1')) }),
  )
  const named = (set: ReadonlySet<string>, ...others: string[]) => fc.constantFrom(...set, ...others)
  const attribute = named(
    new Set([...presentationAttributes, ...geometry]),
    'id',
    'class',
    'href',
    'style',
    'xml:space',
    'onload',
    'xlink:href',
  )
  const quoted = (text: string): string =>
    text.replace(/[&<"]/g, (char) => `&#${char.codePointAt(0)};`).replace(/>/g, '&gt;')
  const attributes = fc
    .dictionary(
      attribute,
      fc.array(value, { maxLength: 3 }).map((list) => list.join(' ')),
      { maxKeys: 5 },
    )
    .map((all) =>
      Object.entries(all)
        .map(([name, text]) => ` ${name}="${quoted(text)}"`)
        .join(''),
    )
  const { nodes } = fc.letrec<{ nodes: string }>((tie) => ({
    nodes: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      value.map(quoted),
      fc
        .tuple(
          named(elements, 'script', 'foreignObject', 'style', 'style', 'title'),
          attributes,
          fc.array(tie('nodes'), { maxLength: 4 }),
        )
        .map(([name, given, inside]) => `<${name}${given}>${inside.join('')}</${name}>`),
    ),
  }))
  return nodes.map(inDrawing)
})()

describe('any drawing', () => {
  for (const [name, any] of [
    ['of pieces', soup],
    ['that is read', drawing],
  ] as const) {
    test(`${name}: is harmless, and cleaning it again changes nothing`, () => {
      let kept = 0
      fc.assert(
        fc.property(any, (source) => {
          const first = sanitiseSvg(source)
          if ('err' in first) return
          kept += 1
          assertHarmless(first.ok)
          assert.deepEqual(sanitiseSvg(first.ok), first)
        }),
        { numRuns: 1500 },
      )
      assert.ok(kept > 100, `${kept} were read`)
    })
  }
})
