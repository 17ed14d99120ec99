/** The searchable text of a page. It excludes fields of operations and register tables, which would make the index larger than everything else. */
export function searched(html: string, frontmatter: { search?: boolean; isDevice?: boolean } | undefined): string {
  if (frontmatter?.search === false) return ''
  const without = html.replaceAll(/<!--more-->[\s\S]*?<!--\/more-->/g, '')
  return frontmatter?.isDevice ? without.replaceAll(/<table[\s\S]*?<\/table>/g, '') : without
}
