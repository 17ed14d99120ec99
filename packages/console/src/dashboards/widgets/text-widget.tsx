import { Type } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { WidgetOf } from '../values/board.ts'
import { defineWidget } from './define-widget.ts'
import { WidgetFrame } from './widget-frame.tsx'
import { blocksOf, type MarkupBlock, type MarkupRun } from './widgets.rules.ts'

/** A text of people, with a little markup. */
const TextWidget = ({ widget }: { widget: WidgetOf<'text'> }): ReactNode => {
  const { dashboards } = useTexts()
  const { text } = widget.settings
  const blocks = useMemo(() => blocksOf(text), [text])
  const title = widget.title || dashboards.kinds.text
  return (
    <WidgetFrame title={title}>
      <div
        role="group"
        aria-label={title}
        tabIndex={0}
        className="-mx-3.5 flex min-h-0 flex-1 flex-col gap-2 overflow-auto px-3.5 text-base break-words text-quiet"
      >
        {blocks.map((block, at) => (
          // Blocks have no names, and none is moved.
          <BlockView key={at} block={block} />
        ))}
      </div>
    </WidgetFrame>
  )
}

const BlockView = ({ block }: { block: MarkupBlock }): ReactNode => {
  if (block.kind === 'heading') {
    return (
      <h3 className="font-semibold text-ink">
        <Runs runs={block.runs} />
      </h3>
    )
  }
  if (block.kind === 'list') {
    return (
      <ul className="list-disc pl-5">
        {block.items.map((runs, at) => (
          <li key={at}>
            <Runs runs={runs} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <p>
      {block.lines.map((runs, at) => (
        <span key={at} className="block">
          <Runs runs={runs} />
        </span>
      ))}
    </p>
  )
}

const Runs = ({ runs }: { runs: readonly MarkupRun[] }): ReactNode =>
  runs.map(({ text, look, href }, at) => {
    if (look === 'bold')
      return (
        <strong key={at} className="font-medium text-ink">
          {text}
        </strong>
      )
    if (look === 'italic') return <em key={at}>{text}</em>
    if (look === 'code')
      return (
        <code key={at} className="font-mono text-sm">
          {text}
        </code>
      )
    if (look === 'link') {
      return (
        <a
          key={at}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent underline underline-offset-3"
        >
          {text}
        </a>
      )
    }
    return text
  })

export const text = defineWidget({
  kind: 'text',
  icon: Type,
  size: { width: 4, height: 3 },
  phoneClass: 'max-md:col-span-2',
  needs: 'nothing',
  initial: () => ({ text: '' }),
  firstValue: () => null,
  fields: [
    {
      type: 'text',
      key: 'text',
      label: ({ dashboards }) => dashboards.kinds.text,
      hint: ({ dashboards }) => dashboards.textHelp,
      maxLength: 5000,
      isLong: true,
    },
  ],
  look: [],
  draw: TextWidget,
})
