import type { OpenApiDocument } from './document.ts'
import { Html, html } from './html.ts'
import { schemaText } from './page-schema.ts'
import { pageStyle } from './page-style.ts'
import type { JsonSchema } from './schema-book.ts'

interface Media {
  schema: JsonSchema
  example?: unknown
}

interface Operation {
  tags: string[]
  operationId: string
  summary: string
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema; description?: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description?: string; content?: Record<string, Media> }>
}

interface Entry {
  method: string
  path: string
  operation: Operation
}

const entriesOf = ({ paths }: OpenApiDocument): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as unknown as Operation,
    })),
  )

const media = (title: string, content: Record<string, Media> = {}): Html[] =>
  Object.entries(content).map(
    ([type, { schema, example }]) => html`<h4>${title} <small>${type}</small></h4>
<pre>${schemaText(schema)}</pre>
${example !== undefined && html`<pre class="example">${JSON.stringify(example, null, 2)}</pre>`}`,
  )

const parameterRows = (parameters: Operation['parameters'] = []): Html[] =>
  parameters.map(
    ({ name, in: place, required, schema, description }) => html`<tr><td><code>${name}</code></td><td>${place}</td>
<td>${required ? 'required' : 'optional'}</td><td><code>${schemaText(schema)}</code></td><td>${description}</td></tr>
`,
  )

/** A service's own words about an operation: who may, on what. */
const marks = (operation: Operation): Html[] =>
  Object.entries(operation)
    .filter(([key]) => key.startsWith('x-'))
    .map(
      ([key, value]) => html` <span class="mark">${value === true ? key.slice(2) : `${key.slice(2)}: ${value}`}</span>`,
    )

const section = ({ method, path, operation }: Entry): Html => html`<section id="${operation.operationId}">
<h3><a href="#${operation.operationId}"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></a></h3>
<p>${operation.summary}${marks(operation)}</p>
${operation.parameters && html`<table>${parameterRows(operation.parameters)}</table>`}
${media('Body', operation.requestBody?.content)}
${media('Answer', operation.responses[200]?.content)}
</section>
`

const errorRows = (document: OpenApiDocument): Html[] =>
  Object.entries((document.components.responses ?? {}) as Operation['responses']).map(
    ([name, { description }]) => html`<tr><td>${name.replace('Error', '')}</td><td>${description
      ?.split('\n\n')
      .map((line) => html`<div>${line.replaceAll('`', '')}</div>`)}</td></tr>
`,
  )

/** The document as one page for people, made operation by operation. It loads nothing and runs nothing. */
export function* referencePieces(document: OpenApiDocument): Generator<undefined, string> {
  const { info, servers, tags } = document
  const entries = entriesOf(document)
  const groups = tags.map(({ name }) => ({
    name,
    all: entries.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const operations: Html[] = []
  for (const { name, all } of groups) {
    operations.push(html`<h2 id="tag-${name}">${name}</h2>\n`)
    for (const entry of all) {
      operations.push(section(entry))
      yield
    }
  }
  const schemas = Object.entries((document.components.schemas ?? {}) as Record<string, JsonSchema>)
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}</title>
<style>${new Html(pageStyle)}</style></head>
<body>
<nav aria-label="Contents">
${groups.map(
  ({ name, all }) => html`<h2><a href="#tag-${name}">${name}</a></h2>
<ul>${all.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.operationId.slice(name.length + 1)}</a></li>`)}</ul>
`,
)}
<h2><a href="#errors">Errors</a></h2>
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main>
<h1>${info.title} <small>${info.version}</small></h1>
${info.description !== undefined && html`<p>${info.description}</p>`}
${servers[0]?.url && html`<p>Every path starts with <code>${servers[0].url}</code>.</p>`}
${operations}
<h2 id="errors">Errors</h2>
<table>${errorRows(document)}</table>
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => html`<h3 id="schema-${name}">${name}</h3>\n<pre>${schemaText(schema)}</pre>\n`)}
</main>
</body>
</html>
`.text
}
