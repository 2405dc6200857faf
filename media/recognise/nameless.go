package recognise

import (
	"path"
	"slices"
	"strings"
	"sync"

	"plotline/media/release"
)

// usual are names that systems and programs give to folders, or people to folders for anything.
const usual = `New folder|Untitled folder|Neuer Ordner|Unbenannter Ordner|Nouveau dossier|Dossier sans titre|Nueva carpeta|Carpeta sin título|` +
	`Nuova cartella|Cartella senza titolo|Nova pasta|Pasta sem título|Nieuwe map|Naamloze map|Ny mapp|Ny mappe|Uusi kansio|Nowy folder|Nová složka|` +
	`Nový priečinok|Új mappa|Folder nou|Nova mapa|Новая папка|Нова папка|Νέος φάκελος|Yeni klasör|תיקיה חדשה|مجلد جديد|नया फ़ोल्डर|โฟลเดอร์ใหม่|` +
	`Thư mục mới|Folder baru|新建文件夹|新資料夾|新增資料夾|未命名文件夹|新しいフォルダー|新しいフォルダ|名称未設定フォルダ|새 폴더|무제 폴더|` +
	`Download|Downloads|Téléchargements|Descargas|Transferências|Scaricati|Pobrane|Stažené|Letöltések|Lataukset|Загрузки|下载|下載|ダウンロード|다운로드|` +
	`Camera|Camera Roll|Kamera|Eigene Aufnahmen|DCIM|Apple DCIM|Recordings|Aufnahmen|Videos|Video|My Videos|Eigene Videos|Vidéos|Видео|视频|影片|ビデオ|동영상|` +
	`Movies|Films|Filme|Filmy|TV|TV Shows|TV Series|Series|Serien|Séries|Desktop|Schreibtisch|Escritorio|Scrivania|Рабочий стол|桌面|デスクトップ|` +
	`Unsorted|Misc|Miscellaneous|Sonstiges|Verschiedenes|Divers|Varios|Разное|Temp|Tmp|Incoming|Incomplete|Complete|Completed|Finished|Torrents`

// usualNames has the names by their letters.
var usualNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.SplitSeq(usual, "|") {
		names[lettersOf(name)] = true
	}
	return names
})

// recordings are what cameras, phones and programs begin the name of a recording with, by letters. The date behind it is that of
// the recording.
var recordings = map[string]bool{
	"vid": true, "img": true, "pxl": true, "mvi": true, "mov": true, "dsc": true, "dji": true, "signal": true, "zoom": true,
	"whatsappvideo": true, "telegramvideo": true, "screenrecording": true, "screencast": true, "bildschirmaufnahme": true,
}

// IsUsual reports whether a folder has a name that says nothing of what is in it: "New folder (2)", "Downloads".
func IsUsual(folder string) bool {
	return usualNames()[strings.TrimRight(lettersOf(folder), "0123456789")]
}

// isNameless reports whether neither the name of a file nor a folder around it gives a show.
func (k *knowledge) isNameless(n *named) bool {
	if !k.usual || n.release.Title != "" {
		return false
	}
	dir := path.Dir(n.Path)
	return dir == "." || !slices.ContainsFunc(strings.Split(dir, "/"), func(folder string) bool {
		return !IsUsual(folder) && release.Parse(folder).Title != ""
	})
}
