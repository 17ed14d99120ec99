import { apiDocument } from '@busbar/cloud/docs'
import { apiDocument as gatewayDocument } from '@busbar/gateway/docs'
import {
  baseOf,
  type Group,
  groupsOf,
  type OpenApiDocument,
  type OperationEntry,
  operationBody,
  schemaBody,
  schemasOf,
} from '@busbar/wire/page'
import { canBeTried as isTryable, triedOperation } from '@busbar/wire/tried'

/** An API with its document and the folder of its pages. */
export interface ApiSection {
  title: string
  folder: string
  groups: readonly Group[]
  document: OpenApiDocument
  file: string
  /** Accepts requests from pages of other origins that its settings list. */
  canBeTried: boolean
  isSearched: boolean
}

type ApiName = 'cloud' | 'gateway-a' | 'gateway-b'

const area = (
  title: string,
  name: ApiName,
  document: OpenApiDocument,
  options: Pick<ApiSection, 'canBeTried' | 'isSearched'>,
): ApiSection => {
  const groups = groupsOf(document).filter(({ all }) => all.length > 0)
  return { title, folder: `reference/api/${name}`, groups, document, file: `/api/${name}.json`, ...options }
}

export const areas = (): ApiSection[] => [
  area('Cloud', 'cloud', apiDocument('/api/v1'), { canBeTried: true, isSearched: true }),
  area('Gateway, variant B', 'gateway-b', gatewayDocument('B'), { canBeTried: false, isSearched: true }),
  // Variant A has nearly the same operations: the search lists those of B only.
  area('Gateway, variant A', 'gateway-a', gatewayDocument('A'), { canBeTried: false, isSearched: false }),
]

/** HTML without empty lines, which Markdown would interpret. Links of the single reference page lead to the pages of the site. */
const block = (folder: string, html: string): string =>
  html
    .replaceAll('href="#schema-', `href="/${folder}/schemas#schema-`)
    .replaceAll('href="#errors"', `href="/${folder}/#errors"`)
    .replaceAll(/\n(?=\s*\n)/g, '\n&#10;')
    .trim()

/** Text with `code`, escaped for Markdown and Vue. */
const prose = (text: string): string =>
  text
    .split('`')
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;').replaceAll('*', '\\*'),
    )
    .join('`')

/** The search indexes the part before `more`; with the fields of all operations its index would be as large as the site. */
const operationPart = ({ folder, document, canBeTried }: ApiSection, entry: OperationEntry): string => {
  const { operationId, summary } = entry.operation
  const html = block(folder, operationBody(entry, baseOf(document), document['x-samples']).text)
  const cut = html.indexOf('<h4>')
  return [
    `## ${prose(summary)} {#${operationId}}`,
    '',
    `<div v-pre class="api">${html.slice(0, cut)}</div>`,
    '',
    '<!--more-->',
    ...(canBeTried && isTryable(entry) ? ['', `<TryIt id="${operationId}" />`] : []),
    '',
    `<div v-pre class="api">${html.slice(cut)}</div>`,
    '',
    '<!--/more-->',
    '',
  ].join('\n')
}

const groupPage = (of: ApiSection, { name, description, all }: Group): string => {
  const prefix = of.document.servers[0]?.url ?? ''
  const forms = Object.fromEntries(all.map((entry) => [entry.operation.operationId, triedOperation(entry, prefix)]))
  return [
    '---',
    ...(of.canBeTried ? [`tryIt: ${JSON.stringify(forms)}`] : []),
    `search: ${of.isSearched}`,
    'outline: 2',
    '---',
    '',
    `# ${name}`,
    '',
    `*${of.title}.* ${prose(description)}`,
    '',
    ...all.map((entry) => operationPart(of, entry)),
  ].join('\n')
}

const overviewPage = (of: ApiSection): string => {
  const { info, servers, 'x-errors': errors, 'x-samples': samples } = of.document
  const prefix = servers[0]?.url ?? ''
  return [
    '---',
    `search: ${of.isSearched}`,
    '---',
    '',
    `# ${of.title}: the API`,
    '',
    prose(info.description ?? ''),
    '',
    `${prefix === '' ? '' : `Every path starts with \`${prefix}\`. `}Download the OpenAPI 3.1 document: <a href="${of.file}" target="_blank">${of.file.slice(5)}</a>.`,
    ...(of.canBeTried
      ? [
          '',
          'You can **try operations on these pages**, at an address that you enter, with your own token or API key. The service must list this site in `--cors`.',
        ]
      : [
          '',
          'The gateway serves this reference at `/api/docs`. It accepts no requests from pages of other origins, so there are no forms here.',
        ]),
    '',
    '| | |',
    '|---|---|',
    ...of.groups.map(
      ({ name, description, all }) => `| [${name}](/${of.folder}/${name}.md) (${all.length}) | ${prose(description)} |`,
    ),
    '',
    '## The typed client',
    '',
    'The TypeScript examples use `api`, which is created once:',
    '',
    '```ts',
    samples.client,
    '```',
    '',
    '## Errors',
    '',
    '| | code | meaning |',
    '|---|---|---|',
    ...Object.entries(errors).map(([code, { status, message }]) => `| ${status} | \`${code}\` | ${prose(message)} |`),
    '',
  ].join('\n')
}

const schemasPage = (of: ApiSection): string =>
  [
    '---',
    'search: false',
    'outline: 2',
    '---',
    '',
    `# ${of.title}: schemas`,
    '',
    ...schemasOf(of.document).flatMap(([name, schema]) => [
      `## ${name} {#schema-${name}}`,
      '',
      `<div v-pre class="api">${block(of.folder, schemaBody(schema).text)}</div>`,
      '',
    ]),
  ].join('\n')

/** All pages of one API, by path on the site. */
export const apiPages = (of: ApiSection): [place: string, text: string][] => [
  [`${of.folder}/index.md`, overviewPage(of)],
  [`${of.folder}/schemas.md`, schemasPage(of)],
  ...of.groups.map((group): [string, string] => [`${of.folder}/${group.name}.md`, groupPage(of, group)]),
]
