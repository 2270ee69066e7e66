/**
 * For the shadow tree, where no rule of the host page reaches. One string, since it becomes a constructed style sheet,
 * which a policy against inline styles allows.
 */
export const LAUNCHER_STYLE = `
:host{--text:#fff;--paper:light-dark(#fcfbf8,#10181c)}
:host([data-light]){--text:#000}
*{box-sizing:border-box;margin:0;font:600 16px/1.2 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
svg{width:24px;height:24px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
button{border:0;color:var(--text);background:var(--ground);cursor:pointer}
.launch{position:fixed;inset:auto max(20px,env(safe-area-inset-right)) max(20px,env(safe-area-inset-bottom)) auto;display:flex;align-items:center;gap:10px;min-width:56px;height:56px;max-width:calc(100vw - 40px);padding:0 16px;border-radius:28px;box-shadow:0 0 0 1px #ffffff40,0 2px 6px #0003,0 10px 28px -6px #0006;transition:transform .14s ease-out,filter .14s}
:host([data-side=left]) .launch{inset:auto auto max(20px,env(safe-area-inset-bottom)) max(20px,env(safe-area-inset-left))}
.launch:hover{filter:brightness(1.12)}
.launch[title]:not([title='']):after{content:'';position:absolute;inset:0 0 auto auto;width:16px;height:16px;border:2px solid var(--paper);border-radius:8px;background:#d92d20}
.launch:active{transform:scale(.96)}
:focus-visible{outline:2px solid var(--paper);outline-offset:-5px;box-shadow:0 0 0 3px light-dark(#0b7285,#66d9e8)}
dialog,.hint{position:fixed;inset:auto 20px 92px auto;overflow:hidden;border:0;border-radius:16px;background:var(--paper);box-shadow:0 0 0 1px light-dark(#0000001a,#ffffff26),0 4px 12px #00000026,0 24px 64px -12px #00000080;animation:rise .18s ease-out}
dialog{flex-direction:column;width:400px;max-width:none;height:min(640px,100vh - 112px);max-height:none;padding:0}
:host([data-side=left]) dialog,:host([data-side=left]) .hint{inset:auto auto 92px 20px}
dialog[open]{display:flex}
dialog::backdrop{background:none}
.hint{display:flex;max-width:min(320px,100vw - 40px)}
.hint:has(>:empty){display:none}
.hint button{color:light-dark(#12262e,#f2efe8);background:none}
.say{padding:14px 0 14px 20px;text-align:start;overflow-wrap:anywhere}
.bar{display:flex;align-items:center;flex:none;height:48px;padding-inline:20px 4px;color:var(--text);background:var(--ground)}
.title{flex:1;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.shut{display:grid;place-items:center;width:44px;height:44px;border-radius:10px}
.shut:hover{background:color-mix(in srgb,currentColor 16%,transparent)}
.shut:focus-visible{outline-color:currentColor;box-shadow:none}
iframe{flex:1;width:100%;min-height:0;border:0;color-scheme:inherit;background:var(--paper)}
dialog>span{position:absolute;width:1px;height:1px;outline:none;box-shadow:none}
@keyframes rise{from{opacity:0;transform:translateY(12px)}}
@media(width<30rem){dialog,:host([data-side=left]) dialog{inset:var(--top,0px) 0 auto 0;width:100%;height:var(--height,100dvh);border-radius:0;box-shadow:none}}
@media(prefers-reduced-motion:reduce){*,dialog,.hint{animation:none;transition:none}}
@media(forced-colors:active){.launch,.hint{border:2px solid}}
@media print{.launch,.hint{display:none}}
`
