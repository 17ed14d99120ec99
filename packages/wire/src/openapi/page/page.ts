import type { OpenApiDocument } from '../document.ts'
import type { JsonSchema } from '../schema-book.ts'
import { schemaBody, typeOf } from './fields.ts'
import { Html, html } from './html.ts'
import { baseOf, groupsOf, schemasOf } from './model.ts'
import { operationSection, paragraphs } from './operation.ts'
import { pageStyle } from './style.ts'

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
