#!/bin/sh
# shellcheck disable=SC2154 # Nix hands the variables on
# Builds a package as nixpkgs' stdenv does, as far as packages of released programs see.

has() { case " $nativeBuildInputs " in *" $1 "*) ;; *) return 1 ;; esac; }
needs() { has "$1" || { echo "$1 is not among nativeBuildInputs" >&2; exit 1; }; }
runHook() { :; }
installManPage() {
    needs installShellFiles
    for page; do install -Dm644 -t "$out/share/man/man${page##*.}" "$page"; done
}
installShellCompletion() {
    needs installShellFiles
    [ "$1" = --cmd ]
    case $3 in
    --bash) install -Dm644 "$4" "$out/share/bash-completion/completions/$2.bash" ;;
    --fish) install -Dm644 "$4" "$out/share/fish/vendor_completions.d/$2.fish" ;;
    --zsh) install -Dm644 "$4" "$out/share/zsh/site-functions/_$2" ;;
    *) exit 1 ;;
    esac
}

mkdir build
cd build || exit
if [ -z "$dontUnpack" ]; then
    # By the name, as stdenv tells formats apart.
    case $src in
    *.tar.gz | *.tar.xz | *.tar) tar -xf "$src" ;;
    *.tar.zst) needs zstd; tar --zstd -xf "$src" ;;
    *.zip) needs unzip; unzip -q "$src" ;;
    *) echo "do not know how to unpack $src" >&2; exit 1 ;;
    esac
    if [ -z "$sourceRoot" ]; then
        for folder in */; do
            [ -z "$sourceRoot" ] || { echo "unpacker produced multiple directories" >&2; exit 1; }
            sourceRoot=$folder
        done
    fi
    cd "$sourceRoot" || exit
fi
eval "$installPhase"

# NixOS has no loader where programs for Linux look for it, so that they cannot stay as they are; all others must.
find "$out" -type f | sort | while read -r file; do
    if readelf -lW "$file" 2>/dev/null | grep -q INTERP; then
        needs autoPatchelfHook
        case $buildInputs in *libgcc*) ;; *) exit 1 ;; esac
    elif readelf -h "$file" >/dev/null 2>&1; then
        [ -n "$dontPatchELF" ] || has autoPatchelfHook
    fi
    [ -n "$dontStrip" ]
done
# stdenv's hook noBrokenSymlinks.
broken=$(find "$out" -xtype l)
[ -z "$broken" ] || { echo "dangling links: $broken" >&2; exit 1; }
if [ -n "$doInstallCheck" ]; then
    needs versionCheckHook
    "$out/bin/$mainProgram" --version | grep -qF "$version"
fi
