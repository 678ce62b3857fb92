/** The style sheet of the API's page, with the colours of app/styles/app.css. */
export const style = `
:root{color-scheme:light dark;--paper:light-dark(#fafaf9,#0c0a09);--surface:light-dark(#fff,#151210);--sunk:light-dark(#f5f5f4,#1c1917);--line:light-dark(#e7e5e4,#292524);--line2:light-dark(#d6d3d1,#44403b);--ink:light-dark(#1c1917,#f5f5f4);--ink2:light-dark(#57534e,#d6d3d1);--mute:light-dark(#6b6560,#a6a09b)}
.light{color-scheme:light}
.dark{color-scheme:dark}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:15px/1.55 Inter,system-ui,sans-serif;scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;overflow-wrap:anywhere}
h1,h2{font-family:Fraunces,Georgia,serif;font-weight:400;text-wrap:balance}
h1{margin:0 0 1rem;font-size:2rem;line-height:1.1}
h2{margin:3.5rem 0 .75rem;font-size:1.75rem;line-height:1.2}
h3,h4{margin:0;font-size:inherit;font-weight:500}
h4{margin:1.25rem 0 .25rem;font-weight:600}
p,pre,main>ul{max-width:44rem;margin:.75rem 0;text-wrap:pretty}
code,pre{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{padding:1rem;border:1px solid var(--line);border-radius:12px;background:var(--surface);white-space:pre-wrap}
pre code{font-size:inherit}
a{color:inherit;text-decoration-color:var(--mute);text-underline-offset:.2em}
a:hover{text-decoration-thickness:2px}
:focus-visible{border-radius:4px;outline:2px solid var(--ink);outline-offset:2px}
ul{margin:0;padding:0;list-style:none}
main>ul{padding-left:1.25rem;list-style:disc}
summary{cursor:pointer}
.skip{position:absolute;z-index:2;padding:.75rem 1rem;background:var(--ink);color:var(--paper)}
.skip:not(:focus){clip-path:inset(50%)}
.page{max-width:75rem;margin:0 auto;padding:1.5rem 1rem 6rem}
nav{margin-bottom:2rem;border:1px solid var(--line2);border-radius:12px;background:var(--surface);font-size:14px}
nav>details>summary{padding:.75rem 1rem;font-weight:600}
nav>details>ul{border-top:1px solid var(--line);padding:.5rem 1rem}
nav a{display:block;padding:.75rem 0;text-decoration:none}
nav a:hover{text-decoration:underline}
.group>a::first-letter,h2::first-letter{text-transform:uppercase}
.group{position:relative}
.group>a{position:absolute;z-index:1}
.group>details>summary{padding:.75rem 0;color:var(--mute);text-align:right;font-variant-numeric:tabular-nums;list-style:none}
.group>details>summary::-webkit-details-marker{display:none}
.group>details>summary::after{content:"";display:inline-block;width:.4em;height:.4em;margin:0 .25rem .2em .75rem;border:solid;border-width:0 1.5px 1.5px 0;rotate:45deg}
.group>details[open]>summary::after{margin-bottom:0;rotate:225deg}
.group ul{margin-bottom:.5rem;padding-left:.75rem;border-left:1px solid var(--line2);color:var(--ink2)}
h2 .anchor{font:1rem/1 Inter,system-ui,sans-serif}
.anchor{color:var(--mute);text-decoration:none}
.anchor:hover{color:var(--ink)}
.item{position:relative;border-top:1px solid var(--line)}
.item>.anchor{position:absolute;top:0;right:0;min-width:2.75rem;padding:.7rem 0;text-align:center}
.item>details>summary{padding:.7rem 2.75rem .7rem 0;list-style:none}
.item>details>summary::-webkit-details-marker{display:none}
.item>details>summary:hover,.item>details[open]>summary{background:var(--sunk)}
.item>details>div{padding:.25rem 0 1.5rem}
.item h3{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;padding-left:.5rem}
.item b{min-width:3.25rem;color:var(--mute);font:600 12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.item h3 code{min-width:0}
.item h3 span{flex:1 0 100%;color:var(--ink2);font-weight:400}
.item:target>details>summary{box-shadow:inset 2px 0 var(--ink)}
i{margin:0 .25rem;color:var(--mute);font-style:normal}
dl{margin:0}
dl>div{display:flex;gap:.25rem 1rem;padding:.25rem 0}
dt{min-width:2.5rem;font-variant-numeric:tabular-nums}
dd{min-width:0;margin:0}
.fields>li{padding:.3rem 0;border-top:1px solid var(--line)}
.fields .fields{margin:.3rem 0 0 .25rem;padding-left:.75rem;border-left:1px solid var(--line2)}
.errors>div{flex-wrap:wrap;border-top:1px solid var(--line);padding:.4rem 0}
.errors dt{min-width:18rem}
.errors>:target{background:var(--sunk)}
.up{position:fixed;right:1rem;bottom:1rem;padding:.7rem 1.1rem;border:1px solid var(--line2);border-radius:2rem;background:var(--surface);box-shadow:0 8px 24px -6px rgb(12 10 9/24%);font-weight:500;text-decoration:none}
@media(min-width:64rem){
h1{font-size:2.75rem}
.page{display:grid;grid-template-columns:17rem minmax(0,1fr);gap:3rem;padding:3rem 2rem 6rem}
nav{position:sticky;top:0;align-self:start;max-height:100vh;margin:-1rem 0 0;padding:1rem 0;overflow-y:auto;border:0;background:none}
nav>details>ul{padding:.5rem .25rem}
nav a,.group>details>summary{padding-block:.3rem}
.item h3 span{flex:0 1 auto}
.errors>div{flex-wrap:nowrap}
.up{display:none}
@supports selector(::details-content){
nav>details>summary{display:none}
nav>details::details-content{content-visibility:visible}
nav>details>ul:first-of-type{border:0}
}
}
`
