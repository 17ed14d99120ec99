import type { OpenApiDocument } from '../document.ts'
import type { JsonSchema } from '../schema-book.ts'
import { schemaBody, typeOf } from './fields.ts'
import { Html, html } from './html.ts'
import { baseOf, groupsOf, schemasOf } from './model.ts'
import { operationSection, paragraphs } from './operation.ts'

const pageStyle = `
:root { color-scheme: light dark; --ink: #1c2024; --dim: #5b636b; --paper: #fff; --shade: #f5f7f9; --line: #dce1e6; --link: #0b62b8; --get: #1a7f4b; --post: #9a5b00 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7ea; --dim: #9aa4ae; --paper: #14171a; --shade: #1c2125; --line: #333a41; --link: #6cb2f2; --get: #5cc894; --post: #e0a95a }
}
* { box-sizing: border-box }
html { scroll-padding-top: .5rem }
body { margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); font: 15px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); background: var(--shade); font-size: .87rem }
nav .top { display: block; margin: .35rem 0; font-weight: 600 }
nav summary { cursor: pointer; padding: .15rem 0; font-weight: 600 }
nav ul { margin: 0 0 .5rem; padding: 0; list-style: none }
nav li a { display: block; padding: .15rem 0 .15rem .9rem; color: var(--ink); line-height: 1.35 }
nav b { font-size: .68rem }
main { padding: 1rem 2.5rem 4rem; max-width: 60rem }
a { color: var(--link); text-decoration: none }
a:hover, a:focus-visible { text-decoration: underline }
h1 { margin: .5rem 0 1rem; font-size: 1.7rem }
h2 { margin: 3rem 0 .5rem; font-size: 1.35rem; border-bottom: 1px solid var(--line) }
h2 a, h3 a { color: var(--ink) }
section { content-visibility: auto; contain-intrinsic-size: auto 40rem; padding: 1rem 0; border-bottom: 1px solid var(--line) }
section:target h3 a { color: var(--link) }
h3 { margin: .5rem 0 .25rem; font-size: 1.1rem }
h4 { margin: 1rem 0 .25rem; font-size: .9rem }
h4 small { margin-left: .3rem }
p { margin: .4rem 0 }
small, em { color: var(--dim); font-weight: normal; font-style: normal; font-size: .85em }
code, pre { font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
pre { margin: 0; padding: .6rem .8rem; overflow: auto; max-height: 24rem; background: var(--shade); border: 1px solid var(--line); border-radius: 4px; overflow-wrap: normal }
.line code { font-size: 13px; font-weight: 600 }
.get { color: var(--get) } .post { color: var(--post) }
.mark { display: inline-block; margin-left: .3rem; padding: 0 .4rem; border: 1px solid var(--line); border-radius: 3px; font-size: .75rem; color: var(--dim) }
.fields { margin: .2rem 0 .2rem; padding: 0; list-style: none; border-top: 1px solid var(--line) }
.fields .fields { margin-left: 1rem; padding-left: .8rem; border: 0; border-left: 2px solid var(--line) }
.fields li { padding: .3rem 0; border-bottom: 1px solid var(--line) }
.fields .fields li { border: 0; padding: .2rem 0 }
.fields li > code { font-weight: 600 }
.fields span { font-size: .85rem; color: var(--dim) }
.fields span code { font-size: 12px }
.fields em { padding: 0 .3rem; border: 1px solid var(--line); border-radius: 3px; font-size: .7rem }
.or { margin: .2rem 0 .2rem 1rem; color: var(--dim); font-size: .8rem }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
td { padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
.samples summary { cursor: pointer; padding: .2rem 0; font-size: .85rem; color: var(--link) }
@media (max-width: 55rem) {
  body { display: block }
  nav { position: static; height: auto; border: 0; border-bottom: 1px solid var(--line); columns: 2; column-gap: 1rem }
  nav details, nav .top { break-inside: avoid }
  nav details[open] { column-span: all }
  main { padding: .5rem 1rem 3rem }
}
`

const schemaSection = ([name, schema]: [string, JsonSchema]): Html => html`<section id="schema-${name}">
<h3><a href="#schema-${name}">${name}</a> <small>${typeOf(schema)}</small></h3>
${schemaBody(schema)}
</section>
`

/** The document as one page for people, made operation by operation. It loads nothing and runs nothing. */
export function* referencePieces(document: OpenApiDocument): Generator<undefined, string> {
  const { info, servers, 'x-samples': samples } = document
  const server = servers[0]?.url ?? ''
  const base = baseOf(document)
  const groups = groupsOf(document)
  const operations: Html[] = []
  for (const { name, description, all } of groups) {
    operations.push(html`<h2 id="tag-${name}"><a href="#tag-${name}">${name}</a></h2>\n${paragraphs(description)}`)
    for (const entry of all) {
      operations.push(operationSection(entry, base, samples))
      yield
    }
  }
  const schemas = schemasOf(document)
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}</title>
<style>${new Html(pageStyle)}</style></head>
<body>
<nav aria-label="Contents">
<a class="top" href="#top">${info.title}</a>
${groups.map(
  ({ name, all }) => html`<details><summary>${name} <small>${String(all.length)}</small></summary>
<ul>${all.map(({ method, operation }) => html`<li><a href="#${operation.operationId}"><b class="${method.toLowerCase()}">${method}</b> ${operation.summary}</a></li>\n`)}</ul></details>
`,
)}
<a class="top" href="#client">The typed client</a>
<a class="top" href="#errors">Errors</a>
<a class="top" href="#schemas">Schemas</a>
</nav>
<main id="top">
<h1>${info.title} <small>${info.version}</small></h1>
${paragraphs(info.description ?? '')}
${server !== '' && html`<p>Every path starts with <code>${server}</code>.</p>`}
<section id="client"><h2>The typed client</h2>
<p>The TypeScript examples call <code>api</code>, which is made once:</p>
<pre>${samples.client}</pre>
<p>An answer is <code>{ ok }</code>, or <code>{ err }</code> with code, message and status. The examples for curl and Python take the token from the environment variable <code>TOKEN</code>.</p>
</section>
${operations}
<h2 id="errors">Errors</h2>
<table>${Object.entries(document['x-errors']).map(
    ([code, { status, message }]) =>
      html`<tr><td>${String(status)}</td><td><code>${code}</code></td><td>${message}</td></tr>\n`,
  )}</table>
<h2 id="schemas">Schemas</h2>
${schemas.map(schemaSection)}
</main>
</body>
</html>
`.text
}
