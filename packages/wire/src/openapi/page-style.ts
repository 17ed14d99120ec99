export const pageStyle = `
:root { color-scheme: light dark; --ink: #1c2024; --dim: #5f6770; --paper: #fff; --shade: #f3f5f7; --line: #d9dee3; --link: #0b62b8 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --dim: #9aa4ae; --paper: #14171a; --shade: #1e2327; --line: #343b41; --link: #6cb2f2 }
}
* { box-sizing: border-box }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); background: var(--shade) }
nav h2 { margin: 1rem 0 .25rem; font-size: .95rem }
nav ul { margin: 0; padding-left: 1rem; list-style: none }
main { padding: 1rem 2rem 4rem; max-width: 62rem }
a { color: var(--link); text-decoration: none }
a:hover, a:focus { text-decoration: underline }
h3 { margin: 2rem 0 .25rem; font-size: 1rem; overflow-wrap: anywhere }
h4 { margin: .75rem 0 .25rem; font-size: .9rem }
small { color: var(--dim); font-weight: normal }
code, pre { font: 13px/1.45 ui-monospace, monospace }
pre { margin: 0; padding: .6rem .8rem; overflow-x: auto; background: var(--shade); border: 1px solid var(--line); border-radius: 4px }
pre.example { margin-top: .4rem; border-style: dashed }
table { border-collapse: collapse; width: 100% }
td { padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
.mark { margin-left: .4rem; padding: 0 .4rem; border: 1px solid var(--line); border-radius: 3px; font-size: .8rem; color: var(--dim) }
.get, .post { display: inline-block; min-width: 3.2rem }
@media (max-width: 50rem) { body { display: block } nav { position: static; height: auto; border: 0 } main { padding: 1rem } }
`
