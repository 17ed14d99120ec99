import { type Tree, textAt } from '../../tree/tree.ts'

/** The same tree, in which `${name}` stands for what `substitutions:` says. */
export const substituted = (root: Tree): Tree => {
  const names = root.get('substitutions')
  if (names === undefined) return root
  const texts = new Map(names.keys().map((key) => [key, textAt(names, key) ?? '']))
  const fill = (text: string): string =>
    text.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (whole, a?: string, b?: string) => texts.get(a ?? b ?? '') ?? whole)
  const wrapped = (tree: Tree): Tree => ({
    ...tree,
    text: tree.text === null ? null : fill(tree.text),
    get: (key) => {
      const found = tree.get(key)
      return found && wrapped(found)
    },
    items: () => tree.items().map(wrapped),
  })
  return wrapped(root)
}
