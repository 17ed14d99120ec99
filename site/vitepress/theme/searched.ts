/**
 * What the search takes of a page: all of it, but for the fields of operations and for register tables. With those its index would be as large as all
 * else together, and a label such as `U1` would be found two hundred times.
 */
export function searched(html: string, frontmatter: { search?: boolean; isDevice?: boolean } | undefined): string {
  if (frontmatter?.search === false) return ''
  const without = html.replaceAll(/<!--more-->[\s\S]*?<!--\/more-->/g, '')
  return frontmatter?.isDevice ? without.replaceAll(/<table[\s\S]*?<\/table>/g, '') : without
}
