import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templates } from '@busbar/templates'
import { canBeTried as isTryable } from '@busbar/wire/tried'
import { areas } from './api-pages.ts'
import { deadLinks } from './dead-links.ts'
import { withPlacedLinks } from './links.ts'
import { site } from './pages.ts'
import { files, read } from './repository.ts'
import { type SidebarEntry, sections } from './sidebar.ts'
import { searched } from './vitepress/theme/searched.ts'
import { slug } from './vitepress/theme/slug.ts'

const { pages, sidebar } = site()

const linksOf = (items: readonly SidebarEntry[]): string[] =>
  items.flatMap(({ link, items: below = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(below)])

test('lists every tutorial, guide and explanation in the sidebar once', () => {
  const written = files('docs/{tutorials,how-to,explanation}/*.md').map((path) => path.slice('docs/'.length))
  const listed = sections.flatMap((section) => section.pages)
  assert.deepEqual(listed.filter((page) => /^(tutorials|how-to|explanation)\//.test(page)).toSorted(), written)
  assert.equal(new Set(listed).size, listed.length)
})

test('has a page and a list entry for every device family', () => {
  for (const { skus } of new Set(templates().values())) {
    const [sku = ''] = skus
    assert.ok(pages.get(`reference/devices/${sku}.md`)?.includes('| area | address |'), sku)
    assert.ok(pages.get('reference/devices/index.md')?.includes(`"sku":"${sku}"`), sku)
  }
})

test('documents every operation, with a form for those of the cloud', () => {
  for (const { folder, groups, canBeTried } of areas()) {
    for (const { name, all } of groups) {
      const text = pages.get(`${folder}/${name}.md`) ?? ''
      for (const { operation } of all) assert.ok(text.includes(`{#${operation.operationId}}`), operation.operationId)
      const forms = canBeTried ? all.filter(isTryable) : []
      assert.equal(text.split('<TryIt').length - 1, forms.length, `${folder}/${name}`)
    }
  }
})

test('links only to existing pages in the sidebar', () => {
  const known = new Set(Array.from(pages.keys(), (place) => `/${place.replace(/(index)?\.md$/, '')}`))
  assert.deepEqual(
    Object.values(sidebar)
      .flatMap(linksOf)
      .filter((link) => !known.has(link)),
    [],
  )
})

test('has the same translated pages in Polish, Russian and Ukrainian', () => {
  const translated = ['alerts', 'first-device', 'install', 'operator', 'troubleshooting']
  for (const language of ['pl', 'ru', 'uk']) {
    const found = [...pages.keys()].filter((place) => place.startsWith(`${language}/`))
    assert.deepEqual(
      found.toSorted(),
      translated.map((name) => `${language}/${name}.md`),
    )
  }
})

const places = {
  pages: new Map([
    ['docs/how-to/nodes.md', 'guides/nodes.md'],
    ['README.md', 'index.md'],
  ]),
  files: new Map([
    ['docs/images/a.png', 'images/a.png'],
    ['docs/examples/a.json', 'examples/a.json'],
  ]),
}
const rows: [written: string, placed: string][] = [
  ['[nodes](nodes.md#two)', '[nodes](/guides/nodes.md#two)'],
  ['[home](../../README.md)', '[home](/index.md)'],
  ['![a](../images/a.png)', '![a](/images/a.png)'],
  ['[the `file`](../examples/a.json)', '<a href="/examples/a.json" target="_blank">the `file`</a>'],
  ['see [app.ts](../../packages/cloud/src/start/app.ts) there', 'see app.ts there'],
  ['[`main`](../../packages/main.ts)', '`main`'],
  ['[out](https://example.org) [here](#here)', '[out](https://example.org) [here](#here)'],
  ['`[code](nodes.md)`', '`[code](nodes.md)`'],
  ['```\n[code](nodes.md)\n```', '```\n[code](nodes.md)\n```'],
]
for (const [written, placed] of rows) {
  test(`converts the link ${JSON.stringify(written)}`, () => {
    assert.equal(withPlacedLinks('docs/how-to/gateway.md', written, places), placed)
  })
}

test('reports dead links to pages, files and anchors', () => {
  const html = new Map([
    [
      'index.html',
      '<a href="/a/b.html#one">1</a> <a href="/a/b#two">2</a> <img src="/x.png"> <a href="//other/">3</a>',
    ],
    [
      'a/b.html',
      '<h2 id="one">1</h2> <a href="../index.html">4</a> <a href="c.html">5</a> <a href="#none">6</a> <a href="mailto:a@b">7</a>',
    ],
  ])
  assert.deepEqual(deadLinks(html, new Set(html.keys())), [
    'index.html: /a/b#two',
    'index.html: /x.png',
    'a/b.html: c.html',
    'a/b.html: #none',
  ])
})

test('excludes fields of operations, register tables and marked pages from the search', () => {
  assert.equal(searched('a<!--more-->b<!--/more-->c<table>d</table>', {}), 'ac<table>d</table>')
  assert.equal(searched('a<table>b</table>c', { isDevice: true }), 'ac')
  assert.equal(searched('a', { search: false }), '')
})

test('creates the same heading anchors as code hosts', () => {
  assert.equal(slug('On one’s own devices'), 'on-ones-own-devices')
  assert.equal(slug('PUT: to a device, or `not`'), 'put-to-a-device-or-not')
  assert.equal(slug('1 Как служба'), '1-как-служба')
})

test('states the correct number of device families', () => {
  const count = new Set(templates().values()).size
  const saying = ['README.md', 'site/home.md', 'docs/README.md']
  const familyCounts = saying.flatMap((path) =>
    Array.from(read(path).matchAll(/(\d+) (?:device |\[)?famil/g), ([, number]) => `${path}: ${number}`),
  )
  assert.ok(familyCounts.length >= 3, familyCounts.join())
  assert.deepEqual(
    familyCounts.filter((line) => !line.endsWith(`: ${count}`)),
    [],
  )
})
