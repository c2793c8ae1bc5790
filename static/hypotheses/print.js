// What the browser prints it can also save as PDF.
"use strict";

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
