import './panel.css'
import { createRoot } from 'react-dom/client'
import { pages } from './pages/pages.ts'
import { Shell } from './shell/shell.tsx'
import { showTheme, theme } from './state/preferences.ts'
import { TextsProvider } from './texts/texts-provider.tsx'

showTheme(theme.get())
const container = document.getElementById('app')
if (container === null) throw new Error('the page has no place for the panel')
createRoot(container).render(
  <TextsProvider>
    <Shell pages={pages} />
  </TextsProvider>,
)
