/** The one style sheet of the gateway's pages. The content security policy names it by its hash. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --background: light-dark(#f4f5f7, #15171a);
  --surface: light-dark(#ffffff, #1e2125);
  --text: light-dark(#1b1f24, #eceff2);
  --muted: light-dark(#59626d, #a5aeb8);
  --line: light-dark(#dde1e6, #353a41);
  --line-strong: light-dark(#858e99, #79838f);
  --primary: light-dark(#24497a, #a9c8f2);
  --primary-text: light-dark(#ffffff, #10243f);
  --notice: light-dark(#fdf1d8, #3a2f17);
  --notice-text: light-dark(#664400, #f2d391);
  --danger: light-dark(#a3241d, #ffb0a6);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--background); color: var(--text);
  font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif; overflow-wrap: anywhere;
}
.demo {
  margin: 0; padding: 0.75rem 1rem; text-align: center; font-weight: 600;
  background: var(--notice); color: var(--notice-text); border-bottom: 1px solid var(--line);
}
main {
  max-width: 30rem; margin: 2rem auto; padding: 1.5rem;
  background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
}
main.wide { max-width: 72rem; }
h1 { margin: 0; font-size: 1.125rem; font-weight: 600; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; font-weight: 600; }
.amount { margin: 0.25rem 0 0; font-size: 2rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
.muted { margin: 0.25rem 0 0; color: var(--muted); font-size: 0.9375rem; }
.said { margin: 1rem 0 0; }
.bad { color: var(--danger); }
ul.lines { margin: 0; padding: 0; list-style: none; }
ul.lines li { display: flex; justify-content: space-between; gap: 1rem; padding: 0.5rem 0; border-top: 1px solid var(--line); }
ul.lines span:last-child { flex: none; font-variant-numeric: tabular-nums; }
form { display: grid; gap: 0.75rem; margin-top: 0.75rem; }
.pair { display: grid; gap: 0.75rem; grid-template-columns: 1fr 1fr; align-items: end; }
.part { padding-top: 0.75rem; border-top: 1px solid var(--line); }
label { display: grid; gap: 0.25rem; font-size: 0.9375rem; }
button, select {
  min-height: 2.75rem; width: 100%; padding: 0.5rem 0.75rem; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--line-strong); border-radius: 8px;
}
button { cursor: pointer; font-weight: 600; }
button.main { background: var(--primary); color: var(--primary-text); border-color: transparent; }
button.danger { color: var(--danger); }
button:hover { filter: brightness(0.96); }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
a { color: var(--primary); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: center; margin: 0 1rem 2rem; font-size: 0.9375rem; }
nav a { display: inline-flex; align-items: center; min-height: 2rem; }
nav [aria-current] { color: inherit; text-decoration: none; font-weight: 600; }
.scroll { margin-top: 1rem; overflow-x: auto; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { padding: 0.5rem 0.75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
@media (max-width: 26rem) { main { margin: 0.75rem; padding: 1rem; } .pair { grid-template-columns: 1fr; } }
`;
